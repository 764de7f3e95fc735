-- What an issuer's settlement file is compared with. Rails 6, decision 0159.
create index card_events_settled on card_events (issuer, at) where kind in ('clear', 'refund');
