-- Commands of the platform that one person proposed and another person must confirm.
create table platform_proposals (
  id integer generated always as identity primary key,
  tenant integer not null references tenants (id),
  command text not null check (command in ('credit', 'fees', 'limits')),
  arguments text[] not null,
  summary text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (lower(confirmed_by) <> lower(proposed_by))
);
create index platform_proposals_recent on platform_proposals (proposed_at);
