create index concurrently if not exists outbox_waiting_of_tenant on outbox (tenant, id) where fanned_out_at is null;
