-- What a dashboard session submitted and somebody else must approve. The row is decided once; for a transfer, credit or debit the
-- transaction that comes of it has the approval's own ID, so that it cannot be paid twice. Money is kobo.
create table approvals (
  tenant integer not null references tenants,
  id uuid not null,
  kind text not null check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload')),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'DECLINED', 'EXPIRED', 'FAILED')),
  type text not null check (type in ('CREDIT', 'DEBIT')),
  category text not null,
  request jsonb not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  fee_base bigint not null default 0 check (fee_base >= 0),
  fee_merchant bigint not null default 0 check (fee_merchant >= 0),
  source bigint,
  destination bigint,
  batch uuid,
  description text,
  preview jsonb,
  creator uuid not null references members,
  creator_name text not null,
  -- Made by whoever decides, so that an attempt whose commit was not seen knows its own decision again.
  decision uuid,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  comment text,
  reason text,
  self_approved boolean not null default false,
  transaction uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant, id),
  check ((status = 'PENDING') = (decision is null)),
  check ((decision is null) = (decided_at is null)),
  check (kind in ('batch', 'upload') or (source is not null and destination is not null))
);
create index approvals_newest on approvals (tenant, created_at desc, id desc);
create index approvals_by_status on approvals (tenant, status, created_at desc, id desc);
create index approvals_by_creator on approvals (tenant, creator, created_at desc, id desc);
create index approvals_due on approvals (expires_at) where status = 'PENDING';

create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  raise exception 'approval % is decided', old.id using errcode = 'restrict_violation';
end $$;
create trigger approvals_decided_once before update on approvals
  for each row when (old.status <> 'PENDING') execute function refuse_second_decision();
create trigger approvals_never_deleted before delete or truncate on approvals
  for each statement execute function refuse_change();

-- A reference is used up by what was posted only: a failed approval leaves a row, and its reference free.
create unique index transactions_posted_reference on transactions (tenant, reference) where status = 'success';
create index transactions_failed_reference on transactions (tenant, reference) where status <> 'success';
alter table transactions drop constraint transactions_tenant_reference_key;
