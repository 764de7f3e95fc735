-- Changes that give members more access wait here for another approver (decision 0073). `tenant` is the mode of the request.
create table access_changes (
  tenant integer not null references tenants,
  id uuid primary key,
  merchant_id uuid not null references merchants,
  kind text not null check (kind in ('invitation', 'member', 'role', 'settings')),
  -- The e-mail, member, role or tenant that changes, and its name on screens.
  subject text not null,
  label text not null,
  request jsonb not null,
  before jsonb,
  after jsonb not null,
  -- The members who gain, and the approval limit that they get. Kobo; null means no limit.
  gains uuid[] not null,
  needed_limit bigint check (needed_limit >= 0),
  creator uuid not null references members,
  creator_name text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'DECLINED', 'EXPIRED', 'FAILED')),
  decided_by uuid references members,
  decided_by_name text,
  decided_at timestamptz,
  comment text,
  reason text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  check ((status = 'PENDING') = (decided_at is null))
);
create unique index access_changes_open on access_changes (merchant_id, kind, subject) where status = 'PENDING';
create index access_changes_newest on access_changes (merchant_id, created_at desc, id desc);
create index access_changes_due on access_changes (expires_at) where status = 'PENDING';
create trigger access_changes_decided_once before update on access_changes
  for each row when (old.status <> 'PENDING') execute function refuse_second_decision();
create trigger access_changes_never_deleted before delete or truncate on access_changes
  for each statement execute function refuse_change();
