create index concurrently if not exists webhook_jobs_due_of_tenant on webhook_jobs (tenant, due_at);
