create index concurrently if not exists payout_attempts_due_of_tenant on payout_attempts (tenant, due_at) where due_at is not null;
