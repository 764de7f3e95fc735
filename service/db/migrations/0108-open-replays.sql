-- Most jobs replay nothing: they need no entry.
create unique index concurrently if not exists webhook_jobs_open_replay on webhook_jobs (replay_of, tenant)
  where replay_of is not null;
