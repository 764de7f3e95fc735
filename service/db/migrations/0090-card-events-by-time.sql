-- What cards cleared, refunded and increased in a range of days, over all cards. Decision 0148.
create index concurrently if not exists card_events_by_time on card_events (tenant, received_at desc, authorization_id desc, n desc)
  where kind in ('increment', 'clear', 'refund');
