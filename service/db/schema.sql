-- Generated from the catalogue by scripts/write-schema.ts, for review only. The migrations define the schema.

create table access_changes (
  tenant integer not null,
  id uuid not null,
  merchant_id uuid not null,
  kind text not null,
  subject text not null,
  label text not null,
  request jsonb not null,
  before jsonb,
  after jsonb not null,
  gains uuid[] not null,
  needed_limit bigint,
  creator uuid not null,
  creator_name text not null,
  status text not null default 'PENDING'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  comment text,
  reason text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint access_changes_pkey PRIMARY KEY (id, tenant),
  constraint access_changes_check CHECK (((status = 'PENDING'::text) = (decided_at IS NULL))),
  constraint access_changes_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'member'::text, 'role'::text, 'settings'::text]))),
  constraint access_changes_needed_limit_check CHECK ((needed_limit >= 0)),
  constraint access_changes_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'DECLINED'::text, 'EXPIRED'::text, 'FAILED'::text]))),
  constraint access_changes_creator_fkey FOREIGN KEY (creator) REFERENCES members(id),
  constraint access_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id),
  constraint access_changes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint access_changes_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX access_changes_due ON public.access_changes USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE INDEX access_changes_newest ON public.access_changes USING btree (merchant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX access_changes_open ON public.access_changes USING btree (merchant_id, kind, subject) WHERE (status = 'PENDING'::text);
CREATE TRIGGER access_changes_decided_once BEFORE UPDATE ON public.access_changes FOR EACH ROW WHEN ((old.status <> 'PENDING'::text)) EXECUTE FUNCTION refuse_second_decision();
CREATE TRIGGER access_changes_never_deleted BEFORE DELETE OR TRUNCATE ON public.access_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table account_checks (
  tenant integer not null,
  account bigint not null,
  seq bigint not null,
  balance bigint not null,
  constraint account_checks_pkey PRIMARY KEY (tenant, account)
) with (fillfactor=70);

create table accounts (
  tenant integer not null,
  id bigint not null,
  kind text not null,
  stripe smallint not null default 0,
  tier smallint,
  frozen boolean not null default false,
  post_no_credit boolean not null default false,
  balance bigint not null default 0,
  seq bigint not null default 0,
  day date,
  spent bigint not null default 0,
  constraint accounts_pkey PRIMARY KEY (tenant, id),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'merchant'::text, 'platform_fee'::text, 'merchant_fee'::text, 'funding'::text, 'wallet_fee'::text, 'payout_hold'::text, 'payout_review'::text, 'bank_float'::text, 'vat_payable'::text, 'duty_payable'::text, 'inbound_suspense'::text, 'receivable'::text, 'card_account'::text, 'card_hold'::text, 'issuer_settlement'::text]))),
  constraint accounts_never_below_zero CHECK (((kind <> ALL (ARRAY['wallet'::text, 'merchant'::text, 'card_account'::text, 'card_hold'::text])) OR (balance >= 0))),
  constraint accounts_tier_check CHECK (((tier >= 1) AND (tier <= 3))),
  constraint accounts_tier_of_wallets CHECK (((kind = 'wallet'::text) = (tier IS NOT NULL))),
  constraint accounts_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX accounts_by_state ON public.accounts USING btree (tenant, frozen, post_no_credit, tier, id) WHERE (kind = 'wallet'::text);
CREATE UNIQUE INDEX accounts_internal ON public.accounts USING btree (tenant, kind, stripe, (
CASE kind
    WHEN 'card_account'::text THEN id
    ELSE (0)::bigint
END)) WHERE (kind <> 'wallet'::text);
CREATE TRIGGER accounts_counted AFTER INSERT ON public.accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_wallets();
CREATE TRIGGER accounts_recounted AFTER UPDATE OF tier, frozen ON public.accounts FOR EACH ROW WHEN (((old.kind = 'wallet'::text) AND ((old.tier IS DISTINCT FROM new.tier) OR (old.frozen IS DISTINCT FROM new.frozen)))) EXECUTE FUNCTION count_wallets();

create table active_weeks (
  tenant integer not null,
  week date not null,
  new_wallets integer not null,
  returning_wallets integer not null,
  constraint active_weeks_pkey PRIMARY KEY (tenant, week)
);

create table activity_progress (
  one boolean not null default true,
  journal bigint not null default 0,
  complete_at timestamp with time zone,
  levels_at timestamp with time zone,
  ranked bigint not null default 0,
  constraint activity_progress_pkey PRIMARY KEY (one),
  constraint activity_progress_one_check CHECK (one)
);

create table approval_mails (
  tenant integer not null,
  approval uuid not null,
  member uuid not null,
  constraint approval_mails_pkey PRIMARY KEY (member, approval, tenant),
  constraint approval_mails_member_fkey FOREIGN KEY (member) REFERENCES members(id),
  constraint approval_mails_tenant_approval_fkey FOREIGN KEY (tenant, approval) REFERENCES approvals(tenant, id),
  constraint approval_mails_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table approvals (
  tenant integer not null,
  id uuid not null,
  kind text not null,
  status text not null default 'PENDING'::text,
  type text not null,
  category text not null,
  request jsonb not null,
  reference text not null,
  amount bigint not null,
  fee_base bigint not null default 0,
  fee_merchant bigint not null default 0,
  source bigint,
  destination bigint,
  batch uuid,
  description text,
  preview jsonb,
  creator uuid not null,
  creator_name text not null,
  decision uuid,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  comment text,
  reason text,
  self_approved boolean not null default false,
  transaction uuid,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  approvers_needed smallint not null default 1,
  first_approver uuid,
  first_approver_name text,
  first_approved_at timestamp with time zone,
  first_comment text,
  constraint approvals_pkey PRIMARY KEY (tenant, id),
  constraint approvals_amount_check CHECK ((amount > 0)),
  constraint approvals_approvers_needed_check CHECK (((approvers_needed >= 1) AND (approvers_needed <= 2))),
  constraint approvals_check CHECK (((status = 'PENDING'::text) = (decision IS NULL))),
  constraint approvals_check1 CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint approvals_check2 CHECK (((kind = ANY (ARRAY['batch'::text, 'upload'::text, 'payout_batch'::text, 'batch_reversal'::text])) OR ((source IS NOT NULL) AND (destination IS NOT NULL)))),
  constraint approvals_check3 CHECK (((first_approver IS NULL) = (first_approved_at IS NULL))),
  constraint approvals_check4 CHECK (((first_approver IS NULL) OR (approvers_needed = 2))),
  constraint approvals_check5 CHECK (((approvers_needed = 1) OR (status <> 'APPROVED'::text) OR ((first_approver IS NOT NULL) AND (decided_by IS NOT NULL) AND (first_approver <> decided_by) AND (first_approver <> creator) AND (decided_by <> creator)))),
  constraint approvals_fee_base_check CHECK ((fee_base >= 0)),
  constraint approvals_fee_merchant_check CHECK ((fee_merchant >= 0)),
  constraint approvals_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'credit'::text, 'debit'::text, 'batch'::text, 'upload'::text, 'payout'::text, 'payout_batch'::text, 'reversal'::text, 'batch_reversal'::text, 'card_fund'::text, 'card_unload'::text]))),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'DECLINED'::text, 'EXPIRED'::text, 'FAILED'::text]))),
  constraint approvals_type_check CHECK ((type = ANY (ARRAY['CREDIT'::text, 'DEBIT'::text]))),
  constraint approvals_creator_fkey FOREIGN KEY (creator) REFERENCES members(id),
  constraint approvals_first_approver_fkey FOREIGN KEY (first_approver) REFERENCES members(id),
  constraint approvals_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE UNIQUE INDEX approvals_batch_reversal ON public.approvals USING btree (tenant, ((request ->> 'batchId'::text))) WHERE ((kind = 'batch_reversal'::text) AND (status = 'PENDING'::text));
CREATE INDEX approvals_by_amount ON public.approvals USING btree (tenant, status, amount DESC, id DESC);
CREATE INDEX approvals_by_creator ON public.approvals USING btree (tenant, creator, created_at DESC, id DESC);
CREATE INDEX approvals_by_expiry ON public.approvals USING btree (tenant, status, expires_at, id);
CREATE INDEX approvals_by_reference ON public.approvals USING btree (tenant, reference text_pattern_ops);
CREATE INDEX approvals_by_status ON public.approvals USING btree (tenant, status, created_at DESC, id DESC);
CREATE INDEX approvals_due ON public.approvals USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE INDEX approvals_newest ON public.approvals USING btree (tenant, created_at DESC, id DESC);
CREATE UNIQUE INDEX approvals_reversal ON public.approvals USING btree (tenant, ((request ->> 'transactionId'::text))) WHERE ((kind = 'reversal'::text) AND (status = 'PENDING'::text));
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON public.approvals FOR EACH ROW WHEN ((old.status <> 'PENDING'::text)) EXECUTE FUNCTION refuse_second_decision();
CREATE TRIGGER approvals_never_deleted BEFORE DELETE OR TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_log (
  tenant integer not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text not null,
  number bigint not null default 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('audit_numbers'::regclass)
    ELSE NULL::bigint
END,
  mac bytea,
  constraint audit_log_pkey PRIMARY KEY (tenant, id),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'key'::text, 'customer'::text, 'job'::text, 'platform'::text]))),
  constraint audit_log_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE UNIQUE INDEX audit_log_number ON public.audit_log USING btree (number, tenant);
CREATE INDEX audit_log_object ON public.audit_log USING btree (tenant, object_kind, object_id, at DESC, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table balance_alerts (
  tenant integer not null,
  threshold bigint not null,
  members uuid[],
  below_since timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint balance_alerts_pkey PRIMARY KEY (tenant),
  constraint balance_alerts_threshold_check CHECK ((threshold > 0)),
  constraint balance_alerts_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table bank_credit_resolutions (
  tenant integer not null,
  credit uuid not null,
  n integer not null,
  kind text not null,
  actor text not null,
  actor_name text not null,
  reason text,
  at timestamp with time zone not null,
  constraint bank_credit_resolutions_pkey PRIMARY KEY (tenant, credit, n),
  constraint bank_credit_resolutions_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'return'::text]))),
  constraint bank_credit_resolutions_n_check CHECK ((n > 0)),
  constraint bank_credit_resolutions_tenant_credit_fkey FOREIGN KEY (tenant, credit) REFERENCES bank_credits(tenant, id)
);
CREATE TRIGGER bank_credit_resolutions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_credit_resolutions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table bank_credits (
  tenant integer not null,
  id uuid not null,
  rail text not null,
  session_id text not null,
  state text not null,
  reason text,
  account_number text,
  wallet_id uuid,
  stripe smallint not null,
  amount bigint not null,
  sender_name text not null,
  sender_bank_code text not null,
  sender_bank_name text not null,
  sender_account_number text not null,
  narration text not null,
  reference text not null,
  sent_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  resolutions integer not null default 0,
  resolved_at timestamp with time zone,
  resolved_by_name text,
  resolution text,
  credited_by uuid,
  payout uuid,
  constraint bank_credits_pkey PRIMARY KEY (tenant, id),
  constraint bank_credits_rail_session_id_key UNIQUE (rail, session_id, tenant),
  constraint bank_credits_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text)),
  constraint bank_credits_amount_check CHECK ((amount > 0)),
  constraint bank_credits_check CHECK (((state <> 'suspended'::text) OR (reason IS NOT NULL))),
  constraint bank_credits_reason_check CHECK ((reason = ANY (ARRAY['post_no_credit'::text, 'wallet_frozen'::text, 'max_balance_exceeded'::text, 'settlement'::text]))),
  constraint bank_credits_state_check CHECK ((state = ANY (ARRAY['credited'::text, 'suspended'::text, 'returned'::text]))),
  constraint bank_credits_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX bank_credits_by_state ON public.bank_credits USING btree (tenant, state, received_at DESC, id DESC);
CREATE INDEX bank_credits_by_wallet ON public.bank_credits USING btree (tenant, wallet_id, received_at DESC, id DESC);
CREATE INDEX bank_credits_newest ON public.bank_credits USING btree (tenant, received_at DESC, id DESC);

create table batch_items (
  tenant integer not null,
  batch uuid not null,
  "row" integer not null,
  id uuid not null,
  status text not null,
  customer_id uuid,
  wallet_id uuid,
  account_number text,
  amount bigint,
  reference text,
  narration text,
  reason text,
  cells json,
  reason_code text,
  note text,
  constraint batch_items_pkey PRIMARY KEY (tenant, batch, "row"),
  constraint batch_items_check CHECK (((status = 'rejected'::text) = (reason IS NOT NULL))),
  constraint batch_items_check1 CHECK (((status = 'rejected'::text) OR (amount > 1))),
  constraint batch_items_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])))
);
CREATE INDEX batch_items_rejected ON public.batch_items USING btree (tenant, batch, "row") INCLUDE (reason_code) WHERE (reason IS NOT NULL);

create table batches (
  tenant integer not null,
  id uuid not null,
  reference text,
  operation text,
  origin text not null,
  status text not null,
  total integer not null default 0,
  accepted integer not null default 0,
  rejected integer not null default 0,
  amount bigint not null default 0,
  header json,
  actor text not null,
  approval uuid,
  next_row integer not null default 1,
  leased_until timestamp with time zone,
  served_at timestamp with time zone,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  touched_at timestamp with time zone not null,
  duplicates integer not null default 0,
  file_name text,
  withdrawn boolean not null default false,
  payer uuid,
  constraint batches_pkey PRIMARY KEY (tenant, id),
  constraint batches_check CHECK (((status = 'receiving'::text) OR ((reference IS NOT NULL) AND (operation IS NOT NULL)))),
  constraint batches_check1 CHECK (((accepted + rejected) <= total)),
  constraint batches_check2 CHECK (((payer IS NULL) OR (operation = 'credit'::text))),
  constraint batches_duplicates_check CHECK (((duplicates >= 0) AND (duplicates <= rejected))),
  constraint batches_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint batches_operation_check CHECK ((operation = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint batches_origin_check CHECK ((origin = ANY (ARRAY['json'::text, 'upload'::text]))),
  constraint batches_status_check CHECK ((status = ANY (ARRAY['receiving'::text, 'awaiting_approval'::text, 'pending'::text, 'processing'::text, 'completed'::text, 'partially_completed'::text, 'failed'::text, 'cancelled'::text, 'declined'::text]))),
  constraint batches_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id),
  constraint batches_tenant_payer_fkey FOREIGN KEY (tenant, payer) REFERENCES customers(tenant, id)
);
CREATE INDEX batches_active ON public.batches USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX batches_newest ON public.batches USING btree (tenant, created_at DESC, id DESC) WHERE (status <> 'receiving'::text);
CREATE INDEX batches_receiving ON public.batches USING btree (touched_at) WHERE (status = 'receiving'::text);
CREATE UNIQUE INDEX batches_reference ON public.batches USING btree (tenant, reference) WHERE (status <> 'receiving'::text);
CREATE INDEX batches_served ON public.batches USING btree (tenant, served_at) WHERE (served_at IS NOT NULL);
CREATE INDEX batches_waiting ON public.batches USING btree (tenant) WHERE ((origin = 'upload'::text) AND (status = ANY (ARRAY['awaiting_approval'::text, 'pending'::text, 'processing'::text])));
CREATE TRIGGER batches_rejected AFTER UPDATE OF finished_at ON public.batches FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL) AND (new.rejected > 0))) EXECUTE FUNCTION count_rejected_items();
CREATE TRIGGER batches_rejected_at_once AFTER INSERT ON public.batches FOR EACH ROW WHEN (((new.finished_at IS NOT NULL) AND (new.rejected > 0))) EXECUTE FUNCTION count_rejected_items();

create table beneficiaries (
  tenant integer not null,
  id uuid not null,
  customer_id uuid,
  name text not null,
  bank_code text not null,
  bank_name text not null,
  account_number text not null,
  verified_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint beneficiaries_pkey PRIMARY KEY (tenant, id),
  constraint beneficiaries_tenant_customer_id_bank_code_account_number_key UNIQUE NULLS NOT DISTINCT (tenant, customer_id, bank_code, account_number),
  constraint beneficiaries_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text)),
  constraint beneficiaries_tenant_customer_id_fkey FOREIGN KEY (tenant, customer_id) REFERENCES customers(tenant, id),
  constraint beneficiaries_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table book_seal_checks (
  is_only boolean not null default true,
  verified bigint not null default 0,
  verified_at timestamp with time zone,
  rescanned bigint not null default 0,
  rescan_began_at timestamp with time zone,
  problems jsonb not null default '[]'::jsonb,
  constraint book_seal_checks_pkey PRIMARY KEY (is_only),
  constraint book_seal_checks_is_only_check CHECK (is_only)
);

create table book_seal_progress (
  is_only boolean not null default true,
  noted_journal bigint not null default 0,
  noted_audit bigint not null default 0,
  noted_xid xid8 not null default '0'::xid8,
  noted_at timestamp with time zone,
  complete_at timestamp with time zone,
  adopted_journal bigint,
  adopted_audit bigint,
  constraint book_seal_progress_pkey PRIMARY KEY (is_only),
  constraint book_seal_progress_is_only_check CHECK (is_only)
);

create table book_seals (
  number bigint not null,
  at timestamp with time zone not null,
  journals_through bigint not null,
  audit_through bigint not null,
  adopts boolean not null,
  journals bigint[] not null,
  journal_macs bytea not null,
  audit_rows uuid[] not null,
  audit_macs bytea not null,
  hash bytea not null,
  journal_tenants integer[],
  constraint book_seals_pkey PRIMARY KEY (number)
);
CREATE TRIGGER book_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table business_document_chunks (
  document uuid not null,
  chunk integer not null,
  merchant_id uuid not null,
  sealed bytea not null,
  constraint business_document_chunks_pkey PRIMARY KEY (merchant_id, document, chunk),
  constraint business_document_chunks_document_fkey FOREIGN KEY (document) REFERENCES business_documents(id) ON DELETE CASCADE,
  constraint business_document_chunks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

create table business_documents (
  id uuid not null,
  merchant_id uuid not null,
  kind text not null,
  state text not null default 'uploaded'::text,
  is_complete boolean not null default false,
  file_name text not null,
  content_type text not null default ''::text,
  bytes integer not null default 0,
  sha256 bytea not null default '\x'::bytea,
  uploaded_by text not null,
  uploaded_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  reason text,
  constraint business_documents_pkey PRIMARY KEY (id),
  constraint business_documents_kind_check CHECK ((kind = ANY (ARRAY['certificateOfIncorporation'::text, 'proofOfAddress'::text, 'directorId'::text]))),
  constraint business_documents_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'under_review'::text, 'accepted'::text, 'refused'::text]))),
  constraint business_documents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE UNIQUE INDEX business_documents_of_merchant ON public.business_documents USING btree (merchant_id, kind) WHERE is_complete;
CREATE INDEX business_documents_receiving ON public.business_documents USING btree (merchant_id) WHERE (NOT is_complete);
CREATE INDEX business_documents_under_review ON public.business_documents USING btree (submitted_at) WHERE (is_complete AND (state = 'under_review'::text));

create table card_authorizations (
  tenant integer not null,
  id uuid not null,
  card uuid not null,
  issuer text not null,
  issuer_authorization_id text,
  status text not null,
  decline_code text,
  decline_facts jsonb,
  amount bigint not null,
  authorized bigint not null default 0,
  reversed bigint not null default 0,
  held bigint not null default 0,
  cleared bigint not null default 0,
  refunded bigint not null default 0,
  owed bigint not null default 0,
  is_final boolean not null default false,
  is_expired boolean not null default false,
  stripe smallint not null,
  merchant_amount bigint,
  merchant_currency text,
  rate numeric,
  merchant_name text,
  merchant_id text,
  category text,
  country text,
  city text,
  channel text,
  late boolean not null default false,
  changes integer not null default 0,
  decided_at timestamp with time zone not null,
  decided_in_ms integer,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint card_authorizations_pkey PRIMARY KEY (tenant, id),
  constraint card_authorizations_issuer_issuer_authorization_id_key UNIQUE (issuer, issuer_authorization_id, tenant),
  constraint card_authorizations_amount_check CHECK ((amount >= 0)),
  constraint card_authorizations_authorized_check CHECK ((authorized >= 0)),
  constraint card_authorizations_cleared_check CHECK ((cleared >= 0)),
  constraint card_authorizations_held_check CHECK ((held >= 0)),
  constraint card_authorizations_merchant_currency_check CHECK ((merchant_currency ~ '^[A-Z]{3}$'::text)),
  constraint card_authorizations_owed_check CHECK ((owed >= 0)),
  constraint card_authorizations_refunded_check CHECK ((refunded >= 0)),
  constraint card_authorizations_reversed_check CHECK ((reversed >= 0)),
  constraint card_authorizations_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'declined'::text, 'partially_cleared'::text, 'cleared'::text, 'partially_reversed'::text, 'reversed'::text, 'expired'::text, 'refunded'::text]))),
  constraint card_authorizations_tenant_card_fkey FOREIGN KEY (tenant, card) REFERENCES cards(tenant, id),
  constraint card_authorizations_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX card_authorizations_by_card ON public.card_authorizations USING btree (tenant, card, created_at DESC, id DESC);
CREATE INDEX card_authorizations_newest ON public.card_authorizations USING btree (tenant, created_at DESC, id DESC);
CREATE INDEX card_authorizations_open ON public.card_authorizations USING btree (expires_at) WHERE (held > 0);
CREATE TRIGGER card_authorizations_counted AFTER INSERT ON public.card_authorizations FOR EACH ROW WHEN ((new.decided_in_ms IS NOT NULL)) EXECUTE FUNCTION count_card_authorization();
CREATE TRIGGER card_authorizations_recounted AFTER UPDATE OF decline_code ON public.card_authorizations FOR EACH ROW WHEN (((new.decided_in_ms IS NOT NULL) AND (old.decline_code IS DISTINCT FROM new.decline_code))) EXECUTE FUNCTION count_card_authorization();

create table card_day_deltas (
  tenant integer not null,
  day date not null,
  what text not null,
  code text not null,
  n integer not null,
  amount bigint not null,
  id uuid not null default gen_random_uuid(),
  constraint card_day_deltas_pkey PRIMARY KEY (tenant, id)
);

create table card_days (
  tenant integer not null,
  day date not null,
  what text not null,
  code text not null,
  n bigint not null,
  amount bigint not null,
  constraint card_days_pkey PRIMARY KEY (tenant, day, what, code),
  constraint card_days_what_check CHECK ((what = ANY (ARRAY['authorized'::text, 'cleared'::text, 'refunded'::text, 'declined'::text])))
);

create table card_events (
  tenant integer not null,
  authorization_id uuid not null,
  n integer not null,
  card uuid not null,
  issuer text not null,
  issuer_event_id text,
  kind text not null,
  amount bigint not null,
  is_final boolean not null default false,
  merchant_amount bigint,
  merchant_currency text,
  rate numeric,
  transactions uuid[] not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint card_events_pkey PRIMARY KEY (tenant, authorization_id, n),
  constraint card_events_issuer_issuer_event_id_key UNIQUE (issuer, issuer_event_id, tenant),
  constraint card_events_amount_check CHECK ((amount >= 0)),
  constraint card_events_kind_check CHECK ((kind = ANY (ARRAY['increment'::text, 'clear'::text, 'reverse'::text, 'expire'::text, 'refund'::text, 'collect'::text]))),
  constraint card_events_n_check CHECK ((n > 0)),
  constraint card_events_tenant_authorization_id_fkey FOREIGN KEY (tenant, authorization_id) REFERENCES card_authorizations(tenant, id)
);
CREATE INDEX card_events_by_card ON public.card_events USING btree (tenant, card, received_at DESC);
CREATE INDEX card_events_by_time ON public.card_events USING btree (tenant, received_at DESC, authorization_id DESC, n DESC) WHERE (kind = ANY (ARRAY['increment'::text, 'clear'::text, 'refund'::text]));
CREATE INDEX card_events_settled ON public.card_events USING btree (issuer, at) WHERE (kind = ANY (ARRAY['clear'::text, 'refund'::text]));
CREATE TRIGGER card_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.card_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_events_counted AFTER INSERT ON public.card_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['increment'::text, 'clear'::text, 'refund'::text]))) EXECUTE FUNCTION count_card_event();

create table card_setups (
  tenant integer not null,
  app_id text not null,
  app_key_sealed bytea not null,
  prepaid_card_prefix text not null,
  loading_account_name text not null,
  loading_account_number text not null,
  loading_account_sortcode text not null,
  updated_at timestamp with time zone not null,
  constraint card_setups_pkey PRIMARY KEY (tenant),
  constraint card_setups_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table cards (
  tenant integer not null,
  id uuid not null,
  customer_id uuid not null,
  wallet_account bigint not null,
  card_account bigint,
  issuer text not null,
  issuer_holder_id text,
  issuer_card_id text,
  type text not null,
  source text not null,
  currency text not null default 'NGN'::text,
  label text,
  name_on_card text not null,
  brand text,
  last4 text,
  last6_hash bytea,
  expiry_month smallint,
  expiry_year smallint,
  status text not null,
  locked_by_customer boolean not null default false,
  locked_by_merchant boolean not null default false,
  locked_by_issuer boolean not null default false,
  per_transaction_limit bigint,
  daily_limit bigint,
  monthly_limit bigint,
  channels text[],
  categories text[],
  countries text[],
  merchants text[],
  empty_declines timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  replaces uuid,
  replaced_by uuid,
  address_sealed bytea,
  shipping jsonb not null default '[]'::jsonb,
  actor text not null,
  actor_name text not null,
  reason text,
  changes integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  issuer_lock_at timestamp with time zone,
  constraint cards_pkey PRIMARY KEY (tenant, id),
  constraint cards_issuer_issuer_card_id_key UNIQUE (issuer, issuer_card_id, tenant),
  constraint cards_check CHECK (((source = 'CARD'::text) = (card_account IS NOT NULL))),
  constraint cards_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint cards_daily_limit_check CHECK ((daily_limit >= 0)),
  constraint cards_expiry_month_check CHECK (((expiry_month >= 1) AND (expiry_month <= 12))),
  constraint cards_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint cards_monthly_limit_check CHECK ((monthly_limit >= 0)),
  constraint cards_per_transaction_limit_check CHECK ((per_transaction_limit >= 0)),
  constraint cards_source_check CHECK ((source = ANY (ARRAY['WALLET'::text, 'CARD'::text]))),
  constraint cards_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'in_production'::text, 'shipped'::text, 'pending_activation'::text, 'active'::text, 'closed'::text, 'replaced'::text]))),
  constraint cards_type_check CHECK ((type = ANY (ARRAY['VIRTUAL'::text, 'PHYSICAL'::text]))),
  constraint cards_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX cards_by_customer ON public.cards USING btree (tenant, customer_id, created_at DESC, id DESC);
CREATE INDEX cards_by_wallet ON public.cards USING btree (tenant, wallet_account);
CREATE INDEX cards_newest ON public.cards USING btree (tenant, created_at DESC, id DESC);
CREATE INDEX cards_requested ON public.cards USING btree (tenant, updated_at) WHERE (status = 'requested'::text);

create table charge_days (
  tenant integer not null,
  day date not null,
  kind text not null,
  charge text not null,
  amount bigint not null,
  constraint charge_days_pkey PRIMARY KEY (tenant, day, kind, charge),
  constraint charge_days_charge_check CHECK ((charge = ANY (ARRAY['vat'::text, 'duty'::text])))
);

create table charge_progress (
  one boolean not null default true,
  journal bigint not null default 0,
  constraint charge_progress_pkey PRIMARY KEY (one),
  constraint charge_progress_one_check CHECK (one)
);

create table cohort_months (
  tenant integer not null,
  created date not null,
  month date not null,
  wallets integer not null,
  amount bigint not null,
  constraint cohort_months_pkey PRIMARY KEY (tenant, created, month)
);

create table customer_tokens (
  hash bytea not null,
  tenant integer not null,
  customer_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint customer_tokens_pkey PRIMARY KEY (hash, tenant),
  constraint customer_tokens_tenant_customer_id_fkey FOREIGN KEY (tenant, customer_id) REFERENCES customers(tenant, id)
);
CREATE INDEX customer_tokens_by_end ON public.customer_tokens USING btree (expires_at);

create table customers (
  tenant integer not null,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  date_of_birth date not null,
  address text,
  currency text not null default 'NGN'::text,
  metadata jsonb not null default '{}'::jsonb,
  bvn_hash bytea,
  bvn_sealed bytea,
  bvn_last4 text,
  bvn_first_name text,
  bvn_last_name text,
  bvn_verified_at timestamp with time zone,
  nin_hash bytea,
  nin_sealed bytea,
  nin_last4 text,
  nin_verified_at timestamp with time zone,
  name_match boolean,
  phone_verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search_name text not null generated always as (search_text(((first_name || ' '::text) || last_name))) stored,
  search_name_reversed text not null generated always as (search_text(((last_name || ' '::text) || first_name))) stored,
  constraint customers_pkey PRIMARY KEY (tenant, id),
  constraint customers_tenant_bvn_hash_key UNIQUE (tenant, bvn_hash),
  constraint customers_tenant_nin_hash_key UNIQUE (tenant, nin_hash),
  constraint customers_tenant_phone_number_key UNIQUE (tenant, phone_number),
  constraint customers_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX customers_name_words ON public.customers USING gin (tenant, string_to_array(search_name, ' '::text));
CREATE INDEX customers_search_email ON public.customers USING btree (tenant, lower(email) COLLATE "C");
CREATE INDEX customers_search_name ON public.customers USING btree (tenant, search_name);
CREATE INDEX customers_search_name_reversed ON public.customers USING btree (tenant, search_name_reversed);
CREATE TRIGGER customers_note_new_words AFTER UPDATE ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_name_words();
CREATE TRIGGER customers_note_words AFTER INSERT ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_name_words();

create table demo_seed (
  one boolean not null default true,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint demo_seed_pkey PRIMARY KEY (one),
  constraint demo_seed_one_check CHECK (one)
);

create table development_outbox (
  id uuid not null,
  channel text not null,
  "to" text not null,
  subject text,
  text text not null,
  created_at timestamp with time zone not null,
  constraint development_outbox_pkey PRIMARY KEY (id),
  constraint development_outbox_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text])))
);
CREATE INDEX development_outbox_by_addressee ON public.development_outbox USING btree ("to", created_at DESC);

create table email_confirmations (
  user_id uuid not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_confirmations_pkey PRIMARY KEY (user_id),
  constraint email_confirmations_code_hash_key UNIQUE (code_hash),
  constraint email_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table entries (
  tenant integer not null,
  account bigint not null,
  seq bigint not null,
  journal bigint not null,
  transaction uuid,
  delta bigint not null,
  balance_after bigint not null,
  at timestamp with time zone not null,
  constraint entries_pkey PRIMARY KEY (tenant, account, seq),
  constraint entries_delta_check CHECK ((delta <> 0))
);
CREATE INDEX entries_journal ON public.entries USING brin (journal) WITH (pages_per_range='32', autosummarize='on');
CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_zero_sum AFTER INSERT ON public.entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION entries_sum_to_zero();

create table failed_sign_ins (
  id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  reason text not null,
  address text,
  user_agent text,
  constraint failed_sign_ins_pkey PRIMARY KEY (id),
  constraint failed_sign_ins_reason_check CHECK ((reason = ANY (ARRAY['password'::text, 'code'::text, 'passkey'::text, 'passkey_copied'::text]))),
  constraint failed_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX failed_sign_ins_at ON public.failed_sign_ins USING btree (at);
CREATE INDEX failed_sign_ins_user ON public.failed_sign_ins USING btree (user_id, at DESC);

create table failure_days (
  tenant integer not null,
  day date not null,
  source text not null,
  code text not null,
  n bigint not null,
  constraint failure_days_pkey PRIMARY KEY (tenant, day, source, code),
  constraint failure_days_source_check CHECK ((source = ANY (ARRAY['batch'::text, 'payout'::text, 'transaction'::text])))
);

create table failure_deltas (
  tenant integer not null,
  day date not null,
  source text not null,
  code text not null,
  delta integer not null,
  id uuid not null default gen_random_uuid(),
  constraint failure_deltas_pkey PRIMARY KEY (tenant, id)
);

create table heartbeats (
  process text not null,
  at timestamp with time zone not null,
  constraint heartbeats_pkey PRIMARY KEY (process)
);

create table idempotency_keys (
  tenant integer not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  headers jsonb not null default '{}'::jsonb,
  body text not null,
  at timestamp with time zone not null,
  transaction uuid,
  shape smallint,
  constraint idempotency_keys_pkey PRIMARY KEY (tenant, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (at);

create table identity_lookups (
  tenant integer not null,
  day date not null,
  lookups integer not null,
  suspected_at timestamp with time zone,
  constraint identity_lookups_pkey PRIMARY KEY (tenant, day),
  constraint identity_lookups_lookups_check CHECK ((lookups > 0)),
  constraint identity_lookups_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table invitations (
  id uuid not null,
  merchant_id uuid not null,
  email text not null,
  role_id uuid not null,
  approval_limit bigint,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  invited_by uuid,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_code_hash_key UNIQUE (code_hash),
  constraint invitations_approval_limit_check CHECK ((approval_limit >= 0)),
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(id),
  constraint invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint invitations_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);
CREATE INDEX invitations_merchant ON public.invitations USING btree (merchant_id, id DESC) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (merchant_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

create table issuer_notices (
  tenant integer not null,
  card uuid not null,
  version integer not null default 1,
  has_controls boolean not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  problem text,
  created_at timestamp with time zone not null,
  constraint issuer_notices_pkey PRIMARY KEY (tenant, card),
  constraint issuer_notices_tenant_card_fkey FOREIGN KEY (tenant, card) REFERENCES cards(tenant, id),
  constraint issuer_notices_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX issuer_notices_due ON public.issuer_notices USING btree (due_at);

create table issuing_bank (
  one boolean not null default true,
  code text not null,
  name text not null,
  constraint issuing_bank_pkey PRIMARY KEY (one),
  constraint issuing_bank_code_check CHECK ((code ~ '^([0-9]{3}|[0-9]{6})$'::text)),
  constraint issuing_bank_one_check CHECK (one)
);

create table journals (
  id bigint not null,
  lane smallint not null,
  kind text not null,
  n integer not null,
  at timestamp with time zone not null,
  mac bytea,
  row_sums bytea,
  tenant integer not null default 0,
  call_mac bytea,
  call_sums bytea,
  constraint journals_pkey PRIMARY KEY (id, tenant)
);
CREATE TRIGGER journals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table key_call_hours (
  key_id uuid not null,
  hour timestamp with time zone not null,
  calls bigint not null,
  refused bigint not null default 0,
  tenant integer not null default 0,
  constraint key_call_hours_pkey PRIMARY KEY (key_id, hour, tenant)
);

create table ledger_check_rounds (
  is_only boolean not null default true,
  journals_through bigint,
  checked_at timestamp with time zone,
  compared_tenant integer not null default 0,
  compared_account bigint not null default 0,
  comparison_began_at timestamp with time zone,
  compared_at timestamp with time zone,
  constraint ledger_check_rounds_pkey PRIMARY KEY (is_only),
  constraint ledger_check_rounds_is_only_check CHECK (is_only)
);

create table ledger_checks (
  tenant integer not null,
  checked_at timestamp with time zone not null,
  balanced boolean not null,
  accounts bigint not null,
  entries bigint not null,
  new_entries bigint not null,
  total numeric not null,
  problems jsonb not null default '[]'::jsonb,
  proven_at timestamp with time zone,
  full_checked_at timestamp with time zone,
  constraint ledger_checks_pkey PRIMARY KEY (tenant),
  constraint ledger_checks_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table login_failures (
  email_hash bytea not null,
  address text not null,
  at timestamp with time zone not null
);
CREATE INDEX login_failures_of_address ON public.login_failures USING btree (address, at);
CREATE INDEX login_failures_recent ON public.login_failures USING btree (email_hash, address, at);

create table members (
  id uuid not null,
  merchant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  approval_limit bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  approval_mails text not null default 'digest'::text,
  approval_mailed_at timestamp with time zone,
  dismissed_steps text[] not null default '{}'::text[],
  weekly_report boolean not null default false,
  weekly_reported_on date,
  constraint members_pkey PRIMARY KEY (id),
  constraint members_merchant_id_user_id_key UNIQUE (merchant_id, user_id),
  constraint members_approval_limit_check CHECK ((approval_limit >= 0)),
  constraint members_approval_mails_check CHECK ((approval_mails = ANY (ARRAY['off'::text, 'digest'::text, 'each'::text]))),
  constraint members_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint members_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX members_user ON public.members USING btree (user_id);
CREATE INDEX members_with_weekly_report ON public.members USING btree (weekly_reported_on) WHERE weekly_report;

create table merchant_keys (
  id uuid not null,
  tenant integer not null,
  public_key text not null,
  private_key_hash bytea not null,
  private_key_sealed bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  stops_at timestamp with time zone,
  constraint merchant_keys_pkey PRIMARY KEY (id, tenant),
  constraint merchant_keys_private_key_hash_key UNIQUE (private_key_hash, tenant),
  constraint merchant_keys_public_key_key UNIQUE (public_key, tenant),
  constraint merchant_keys_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX merchant_keys_tenant ON public.merchant_keys USING btree (tenant, created_at DESC);

create table merchants (
  id uuid not null,
  slug text not null,
  email text not null,
  phone_number text not null,
  business_name text not null,
  business_type text not null,
  mode text not null default 'SANDBOX'::text,
  review text not null default 'PENDING'::text,
  can_login boolean not null default true,
  send_email boolean not null default true,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  webhook_tests timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  suspended_at timestamp with time zone,
  suspended_reason text,
  mail_chain_head boolean not null default false,
  chain_head_mailed_on date,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_slug_key UNIQUE (slug),
  constraint merchants_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'PRODUCTION'::text]))),
  constraint merchants_review_check CHECK ((review = ANY (ARRAY['PENDING'::text, 'ENABLED'::text, 'DISABLED'::text]))),
  constraint merchants_suspended_check CHECK (((suspended_at IS NOT NULL) = ((suspended_reason IS NOT NULL) OR (review = 'DISABLED'::text))))
);

create table messages (
  id uuid not null,
  channel text not null,
  sealed bytea,
  attempts smallint not null default 0,
  due_at timestamp with time zone not null,
  good_until timestamp with time zone not null,
  failed_at timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  is_sandbox boolean not null default false,
  for_tenant integer not null default 0,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint messages_check CHECK (((failed_at IS NULL) = (sealed IS NOT NULL)))
);
CREATE INDEX messages_due_of_tenant ON public.messages USING btree (for_tenant, due_at) WHERE (failed_at IS NULL);

create table name_words (
  tenant integer not null,
  word text not null,
  constraint name_words_pkey PRIMARY KEY (tenant, word)
);
CREATE INDEX name_words_alike ON public.name_words USING gin (tenant, word gin_trgm_ops);

create table outbox (
  id bigint not null generated always as identity,
  tenant integer not null default 0,
  journal bigint,
  kind text not null,
  object_id uuid,
  at timestamp with time zone not null,
  fanned_out_at timestamp with time zone,
  traces jsonb,
  constraint outbox_pkey PRIMARY KEY (id, tenant)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX outbox_waiting_of_tenant ON public.outbox USING btree (tenant, id) WHERE (fanned_out_at IS NULL);
CREATE TRIGGER outbox_append_only BEFORE UPDATE ON public.outbox FOR EACH ROW WHEN (((old.fanned_out_at IS NOT NULL) OR (new.fanned_out_at IS NULL) OR ((((((old.id IS DISTINCT FROM new.id) OR (old.tenant IS DISTINCT FROM new.tenant)) OR (old.journal IS DISTINCT FROM new.journal)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.object_id IS DISTINCT FROM new.object_id)) OR (old.at IS DISTINCT FROM new.at)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outbox_fanned_out_first BEFORE DELETE ON public.outbox FOR EACH ROW WHEN ((old.fanned_out_at IS NULL)) EXECUTE FUNCTION refuse_change();

create table outbox_failures (
  cause bigint not null,
  tries integer not null,
  error text not null,
  failed_at timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  tenant integer not null default 0,
  constraint outbox_failures_pkey PRIMARY KEY (cause, tenant),
  constraint outbox_failures_tries_check CHECK ((tries > 0)),
  constraint outbox_failures_tenant_cause_fkey FOREIGN KEY (cause, tenant) REFERENCES outbox(id, tenant)
);

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_check CHECK (((user_id IS NULL) = (purpose = 'sign_in'::text))),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'add'::text, 'step_up'::text]))),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  rp_id text not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_name_check CHECK ((name <> ''::text)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

create table password_resets (
  user_id uuid not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (user_id),
  constraint password_resets_code_hash_key UNIQUE (code_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table payout_attempts (
  tenant integer not null,
  payout uuid not null,
  n smallint not null,
  session_id text not null,
  rail text not null,
  state text not null,
  outcome text,
  code text,
  reason text,
  enquiry_id text,
  queries integer not null default 0,
  not_found integer not null default 0,
  due_at timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  asked_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint payout_attempts_pkey PRIMARY KEY (tenant, payout, n),
  constraint payout_attempts_session_id_key UNIQUE (session_id, tenant),
  constraint payout_attempts_n_check CHECK ((n > 0)),
  constraint payout_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text, 'unknown'::text, 'review'::text, 'retry_later'::text, 'reversed'::text]))),
  constraint payout_attempts_session_id_check CHECK ((session_id ~ '^[0-9]{30}$'::text)),
  constraint payout_attempts_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'sending'::text, 'sent'::text, 'ended'::text]))),
  constraint payout_attempts_tenant_payout_fkey FOREIGN KEY (tenant, payout) REFERENCES payouts(tenant, id)
);
CREATE INDEX payout_attempts_by_end ON public.payout_attempts USING btree (tenant, ended_at) WHERE (outcome = 'succeeded'::text);
CREATE INDEX payout_attempts_due_of_tenant ON public.payout_attempts USING btree (tenant, due_at) WHERE (due_at IS NOT NULL);

create table payout_batch_items (
  tenant integer not null,
  batch uuid not null,
  "row" integer not null,
  id uuid not null,
  status text not null,
  amount bigint not null,
  fee bigint not null,
  vat bigint not null,
  duty bigint not null,
  sort_code text not null,
  bank_code text,
  bank_name text,
  account_number text not null,
  account_name text,
  given_name text,
  name_match text,
  narration text not null,
  note text,
  reference text,
  metadata jsonb,
  code text,
  reason text,
  constraint payout_batch_items_pkey PRIMARY KEY (tenant, batch, "row"),
  constraint payout_batch_items_amount_check CHECK ((amount > 0)),
  constraint payout_batch_items_check CHECK ((((status = 'rejected'::text) = (reason IS NOT NULL)) AND ((reason IS NULL) = (code IS NULL)))),
  constraint payout_batch_items_name_match_check CHECK ((name_match = ANY (ARRAY['FULL'::text, 'PARTIAL'::text, 'NONE'::text, 'BANK'::text]))),
  constraint payout_batch_items_row_check CHECK (("row" > 0)),
  constraint payout_batch_items_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text]))),
  constraint payout_batch_items_tenant_batch_fkey FOREIGN KEY (tenant, batch) REFERENCES payout_batches(tenant, id)
);

create table payout_batches (
  tenant integer not null,
  id uuid not null,
  reference text not null,
  file_name text,
  status text not null,
  total integer not null,
  accepted integer not null default 0,
  rejected integer not null,
  amount bigint not null,
  charges bigint not null,
  actor text not null,
  actor_name text not null,
  approval uuid,
  created_at timestamp with time zone not null,
  open_payouts integer not null default 0,
  failed_payouts integer not null default 0,
  constraint payout_batches_pkey PRIMARY KEY (tenant, id),
  constraint payout_batches_check CHECK (((accepted + rejected) <= total)),
  constraint payout_batches_open_payouts_check CHECK ((open_payouts >= 0)),
  constraint payout_batches_status_check CHECK ((status = ANY (ARRAY['awaiting_approval'::text, 'accepted'::text, 'declined'::text, 'failed'::text]))),
  constraint payout_batches_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX payout_batches_by_time ON public.payout_batches USING btree (tenant, created_at DESC, id DESC);
CREATE UNIQUE INDEX payout_batches_reference ON public.payout_batches USING btree (tenant, reference) WHERE (status <> ALL (ARRAY['declined'::text, 'failed'::text]));

create table payout_fees (
  tenant integer not null,
  up_to bigint,
  fee bigint not null,
  constraint payout_fees_tenant_up_to_key UNIQUE NULLS NOT DISTINCT (tenant, up_to),
  constraint payout_fees_fee_check CHECK ((fee >= 0)),
  constraint payout_fees_up_to_check CHECK ((up_to > 0)),
  constraint payout_fees_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table payout_history (
  tenant integer not null,
  payout uuid not null,
  n integer not null,
  state text not null,
  code text,
  text text,
  actor_name text not null,
  at timestamp with time zone not null,
  constraint payout_history_pkey PRIMARY KEY (tenant, payout, n)
);
CREATE TRIGGER payout_history_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payouts (
  tenant integer not null,
  id uuid not null,
  reference text not null,
  state text not null,
  source bigint not null,
  stripe smallint not null,
  customer_id uuid,
  wallet_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  vat bigint not null,
  duty bigint not null,
  bank_code text not null,
  bank_name text not null,
  account_number text not null,
  account_name text not null,
  name_match text not null,
  narration text not null,
  note text,
  metadata jsonb,
  batch uuid,
  returns uuid,
  actor text not null,
  actor_name text not null,
  code text,
  reason text,
  changes integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  case_code text,
  case_at timestamp with time zone,
  case_closed_at timestamp with time zone,
  case_closed_by_name text,
  case_note text,
  restored boolean not null default false,
  constraint payouts_pkey PRIMARY KEY (tenant, id),
  constraint payouts_tenant_reference_key UNIQUE (tenant, reference),
  constraint payouts_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text)),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_case_check CHECK (((case_code IS NULL) = (case_at IS NULL))),
  constraint payouts_case_closed_check CHECK ((((case_closed_at IS NULL) = (case_note IS NULL)) AND ((case_closed_at IS NULL) OR (case_code IS NOT NULL)))),
  constraint payouts_case_code_check CHECK ((case_code = ANY (ARRAY['paid_after_return'::text, 'paid_twice'::text, 'refused_after_success'::text]))),
  constraint payouts_duty_check CHECK ((duty >= 0)),
  constraint payouts_fee_check CHECK ((fee >= 0)),
  constraint payouts_name_match_check CHECK ((name_match = ANY (ARRAY['FULL'::text, 'PARTIAL'::text, 'BANK'::text]))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['held'::text, 'submitting'::text, 'processing'::text, 'unknown'::text, 'succeeded'::text, 'failed'::text, 'in_review'::text, 'reversed'::text, 'cancelled'::text]))),
  constraint payouts_vat_check CHECK ((vat >= 0)),
  constraint payouts_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX payouts_by_account ON public.payouts USING btree (tenant, bank_code, account_number, created_at DESC);
CREATE INDEX payouts_by_batch ON public.payouts USING btree (tenant, batch, id) WHERE (batch IS NOT NULL);
CREATE INDEX payouts_by_state ON public.payouts USING btree (tenant, state, created_at DESC, id DESC);
CREATE INDEX payouts_by_wallet ON public.payouts USING btree (tenant, wallet_id, created_at DESC, id DESC);
CREATE INDEX payouts_newest ON public.payouts USING btree (tenant, created_at DESC, id DESC);
CREATE INDEX payouts_open ON public.payouts USING btree (created_at) WHERE (ended_at IS NULL);
CREATE INDEX payouts_with_case ON public.payouts USING btree (case_at) WHERE ((case_code IS NOT NULL) AND (case_closed_at IS NULL));
CREATE TRIGGER payouts_failures_counted AFTER UPDATE OF state, code ON public.payouts FOR EACH ROW WHEN ((((old.state IS DISTINCT FROM new.state) OR (old.code IS DISTINCT FROM new.code)) AND (new.returns IS NULL))) EXECUTE FUNCTION count_payout_failures();

create table phone_codes (
  tenant integer not null,
  customer_id uuid not null,
  phone_number text not null,
  code_hash bytea not null,
  attempts smallint not null default 0,
  sent smallint not null default 1,
  first_sent_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint phone_codes_pkey PRIMARY KEY (tenant, customer_id),
  constraint phone_codes_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint phone_codes_tenant_customer_id_fkey FOREIGN KEY (tenant, customer_id) REFERENCES customers(tenant, id)
);

create table platform_proposals (
  id integer not null generated always as identity,
  tenant integer not null,
  command text not null,
  arguments text[] not null,
  summary text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_by text,
  confirmed_at timestamp with time zone,
  constraint platform_proposals_pkey PRIMARY KEY (id, tenant),
  constraint platform_proposals_check CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  constraint platform_proposals_check1 CHECK ((lower(confirmed_by) <> lower(proposed_by))),
  constraint platform_proposals_command_check CHECK ((command = ANY (ARRAY['credit'::text, 'fees'::text, 'limits'::text, 'settlement'::text]))),
  constraint platform_proposals_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX platform_proposals_recent ON public.platform_proposals USING btree (proposed_at);

create table rail_banks (
  rail text not null,
  code text not null,
  name text not null,
  cbn_code text,
  category text,
  refreshed_at timestamp with time zone not null,
  constraint rail_banks_pkey PRIMARY KEY (rail, code),
  constraint rail_banks_code_check CHECK ((code ~ '^[0-9]{6}$'::text))
);

create table receivables (
  tenant integer not null,
  authorization_id uuid not null,
  card uuid not null,
  account bigint not null,
  stripe smallint not null,
  amount bigint not null,
  collected bigint not null default 0,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint receivables_pkey PRIMARY KEY (tenant, authorization_id),
  constraint receivables_amount_check CHECK ((amount > 0)),
  constraint receivables_check CHECK (((collected >= 0) AND (collected <= amount))),
  constraint receivables_check1 CHECK (((settled_at IS NULL) = (collected < amount))),
  constraint receivables_tenant_authorization_id_fkey FOREIGN KEY (tenant, authorization_id) REFERENCES card_authorizations(tenant, id)
);
CREATE INDEX receivables_open ON public.receivables USING btree (tenant, account) WHERE (settled_at IS NULL);

create table reconciliation_breaks (
  tenant integer not null,
  id uuid not null,
  file uuid not null,
  rail text not null,
  day date not null,
  kind text not null,
  state text not null,
  direction text not null,
  session_id text not null,
  our_amount bigint,
  bank_amount bigint,
  our_status text,
  bank_status text,
  lines integer not null,
  difference bigint not null,
  payout_reference text,
  credit uuid,
  owner uuid,
  owner_name text,
  note text,
  resolution text,
  resolved_at timestamp with time zone,
  resolved_by_name text,
  created_at timestamp with time zone not null,
  constraint reconciliation_breaks_pkey PRIMARY KEY (tenant, id),
  constraint reconciliation_breaks_tenant_rail_session_id_key UNIQUE (tenant, rail, session_id),
  constraint reconciliation_breaks_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint reconciliation_breaks_kind_check CHECK ((kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'amount_differs'::text, 'status_differs'::text, 'duplicate'::text]))),
  constraint reconciliation_breaks_resolution_check CHECK ((resolution = ANY (ARRAY['bank_verdict'::text, 'book_difference'::text, 'no_booking'::text, 'agreed'::text]))),
  constraint reconciliation_breaks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text]))),
  constraint reconciliation_breaks_tenant_file_fkey FOREIGN KEY (tenant, file) REFERENCES settlement_files(tenant, id)
);
CREATE INDEX reconciliation_breaks_open ON public.reconciliation_breaks USING btree (tenant, state, day, id);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refused_bank_credits (
  rail text not null,
  session_id text not null,
  account_number text not null,
  amount bigint not null,
  sender_name text not null,
  sender_bank_code text not null,
  sender_account_number text not null,
  sent_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint refused_bank_credits_pkey PRIMARY KEY (rail, session_id)
);

create table registrations (
  id uuid not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  business_name text not null,
  business_type text not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  sms_code_hash bytea,
  wrong_codes integer not null default 0,
  constraint registrations_pkey PRIMARY KEY (id),
  constraint registrations_code_hash_key UNIQUE (code_hash),
  constraint registrations_sms_code_hash_key UNIQUE (sms_code_hash),
  constraint registrations_email_check CHECK ((email = lower(email)))
);
CREATE INDEX registrations_email ON public.registrations USING btree (email, created_at DESC);

create table restricted_keys (
  id uuid not null,
  tenant integer not null,
  name text not null,
  key_hash bytea not null,
  ending text not null,
  permissions text[] not null,
  allowed_addresses text[] not null default '{}'::text[],
  created_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  stops_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  last_refused_at timestamp with time zone,
  last_refused_address text,
  constraint restricted_keys_pkey PRIMARY KEY (id, tenant),
  constraint restricted_keys_key_hash_key UNIQUE (key_hash, tenant),
  constraint restricted_keys_ending_check CHECK ((length(ending) = 4)),
  constraint restricted_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint restricted_keys_permissions_check CHECK ((cardinality(permissions) > 0)),
  constraint restricted_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id),
  constraint restricted_keys_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX restricted_keys_tenant ON public.restricted_keys USING btree (tenant, id DESC);

create table roles (
  id uuid not null,
  merchant_id uuid,
  name text not null,
  permissions text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_check CHECK (((merchant_id IS NULL) = (permissions IS NULL))),
  constraint roles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE UNIQUE INDEX roles_name ON public.roles USING btree (merchant_id, lower(name)) NULLS NOT DISTINCT WHERE (removed_at IS NULL);

create table rollup_progress (
  one boolean not null default true,
  journal bigint not null default 0,
  sealed bigint not null default 0,
  sealed_xid xid8 not null default '0'::xid8,
  sealed_at timestamp with time zone,
  complete_at timestamp with time zone,
  constraint rollup_progress_pkey PRIMARY KEY (one),
  constraint rollup_progress_one_check CHECK (one)
);

create table saved_views (
  merchant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_member_id_list_name_key UNIQUE (member_id, list, name),
  constraint saved_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint saved_views_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

create table session_tokens (
  hash bytea not null,
  session_id uuid not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  rotated_at timestamp with time zone,
  successor_sealed bytea,
  constraint session_tokens_pkey PRIMARY KEY (hash),
  constraint session_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_tokens_expiry ON public.session_tokens USING btree (expires_at);
CREATE INDEX session_tokens_session ON public.session_tokens USING btree (session_id);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  member_id uuid not null,
  merchant_id uuid not null,
  channel text not null,
  address text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_because text,
  assurance text not null,
  proven_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_assurance_check CHECK ((assurance = ANY (ARRAY['password'::text, 'second_factor'::text, 'passkey'::text]))),
  constraint sessions_channel_check CHECK ((channel = ANY (ARRAY['dashboard'::text, 'api'::text]))),
  constraint sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_member ON public.sessions USING btree (member_id) WHERE (revoked_at IS NULL);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

create table settlement_files (
  tenant integer not null,
  id uuid not null,
  rail text not null,
  day date,
  name text not null,
  state text not null,
  problem text,
  lines integer not null default 0,
  matched integer not null default 0,
  breaks integer not null default 0,
  others integer not null default 0,
  bank_in bigint not null default 0,
  bank_out bigint not null default 0,
  booked_after bigint not null default 0,
  booked_before bigint not null default 0,
  uploaded_by_name text not null,
  created_at timestamp with time zone not null,
  matched_at timestamp with time zone,
  lines_deleted_at timestamp with time zone,
  constraint settlement_files_pkey PRIMARY KEY (tenant, id),
  constraint settlement_files_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'waiting'::text, 'matched'::text, 'rejected'::text]))),
  constraint settlement_files_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX settlement_files_by_day ON public.settlement_files USING btree (tenant, day DESC, created_at DESC);
CREATE INDEX settlement_files_receiving ON public.settlement_files USING btree (created_at) WHERE (state = 'receiving'::text);
CREATE INDEX settlement_files_waiting ON public.settlement_files USING btree (created_at) WHERE (state = 'waiting'::text);
CREATE INDEX settlement_files_with_lines ON public.settlement_files USING btree (matched_at) WHERE ((state = 'matched'::text) AND (lines_deleted_at IS NULL));

create table settlement_lines (
  tenant integer not null,
  file uuid not null,
  session_id text not null,
  direction text not null,
  amount bigint not null,
  status text not null,
  at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  constraint settlement_lines_pkey PRIMARY KEY (tenant, id),
  constraint settlement_lines_amount_check CHECK ((amount > 0)),
  constraint settlement_lines_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint settlement_lines_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'reversed'::text]))),
  constraint settlement_lines_tenant_file_fkey FOREIGN KEY (tenant, file) REFERENCES settlement_files(tenant, id) ON DELETE CASCADE
);
CREATE INDEX settlement_lines_by_session ON public.settlement_lines USING btree (tenant, file, session_id);

create table settlement_pulls (
  rail text not null,
  day date not null,
  lease uuid,
  leased_until timestamp with time zone,
  failures integer not null default 0,
  problem text,
  done_at timestamp with time zone,
  constraint settlement_pulls_pkey PRIMARY KEY (rail, day)
);
CREATE INDEX settlement_pulls_open ON public.settlement_pulls USING btree (day, rail) WHERE (done_at IS NULL);

create table sms_counts (
  counted_by text not null,
  key bytea not null,
  hour timestamp with time zone not null,
  sent integer not null,
  constraint sms_counts_pkey PRIMARY KEY (hour, counted_by, key),
  constraint sms_counts_counted_by_check CHECK ((counted_by = ANY (ARRAY['tenant'::text, 'number'::text, 'prefix'::text]))),
  constraint sms_counts_sent_check CHECK ((sent > 0))
);

create table tenant_settings (
  tenant integer not null,
  transfer_base_fee bigint not null default 1000,
  transfer_merchant_fee bigint not null default 0,
  batch_item_fee bigint not null default 0,
  wallet_creation_fee bigint not null default 0,
  merchant_daily_limit bigint,
  can_debit_customer boolean not null default false,
  internal_transfers boolean not null default true,
  require_pin_for_debit boolean not null default false,
  webhook_mode text not null default 'BOTH'::text,
  callback_url text,
  updated_at timestamp with time zone not null,
  require_two_factor boolean not null default false,
  identity_daily_quota integer not null default 2000,
  members_may_move_money boolean not null default true,
  wallets_frozen_at timestamp with time zone,
  wallets_frozen_reason text,
  wallets_frozen_by text,
  requests_per_key integer,
  requests_per_merchant integer,
  no_approval_below bigint,
  two_approvers_from bigint,
  queue_weight smallint,
  constraint tenant_settings_pkey PRIMARY KEY (tenant),
  constraint tenant_settings_batch_item_fee_check CHECK ((batch_item_fee >= 0)),
  constraint tenant_settings_check CHECK ((no_approval_below <= two_approvers_from)),
  constraint tenant_settings_identity_daily_quota_check CHECK ((identity_daily_quota >= 0)),
  constraint tenant_settings_merchant_daily_limit_check CHECK ((merchant_daily_limit > 0)),
  constraint tenant_settings_no_approval_below_check CHECK ((no_approval_below > 0)),
  constraint tenant_settings_queue_weight_check CHECK (((queue_weight >= 1) AND (queue_weight <= 100))),
  constraint tenant_settings_requests_per_key_check CHECK ((requests_per_key > 0)),
  constraint tenant_settings_requests_per_merchant_check CHECK ((requests_per_merchant > 0)),
  constraint tenant_settings_transfer_base_fee_check CHECK ((transfer_base_fee >= 0)),
  constraint tenant_settings_transfer_merchant_fee_check CHECK ((transfer_merchant_fee >= 0)),
  constraint tenant_settings_two_approvers_from_check CHECK ((two_approvers_from > 0)),
  constraint tenant_settings_wallet_creation_fee_check CHECK ((wallet_creation_fee >= 0)),
  constraint tenant_settings_wallets_frozen_check CHECK ((num_nulls(wallets_frozen_at, wallets_frozen_reason, wallets_frozen_by) = ANY (ARRAY[0, 3]))),
  constraint tenant_settings_webhook_mode_check CHECK ((webhook_mode = ANY (ARRAY['LEGACY'::text, 'SUBSCRIPTIONS'::text, 'BOTH'::text]))),
  constraint tenant_settings_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX tenant_settings_with_rate_limits ON public.tenant_settings USING btree (tenant) WHERE ((requests_per_key IS NOT NULL) OR (requests_per_merchant IS NOT NULL));
CREATE INDEX tenant_settings_with_weights ON public.tenant_settings USING btree (tenant) WHERE (queue_weight IS NOT NULL);

create table tenants (
  id integer not null generated always as identity,
  merchant_id uuid not null,
  mode text not null,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_merchant_id_mode_key UNIQUE (merchant_id, mode),
  constraint tenants_mode_check CHECK ((mode = ANY (ARRAY['SANDBOX'::text, 'PRODUCTION'::text]))),
  constraint tenants_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

create table tier_rules (
  tenant integer not null,
  tier smallint not null,
  daily_limit bigint,
  single_limit bigint,
  min_balance bigint not null default 0,
  max_balance bigint,
  constraint tier_rules_pkey PRIMARY KEY (tenant, tier),
  constraint tier_rules_daily_limit_check CHECK ((daily_limit >= 0)),
  constraint tier_rules_max_balance_check CHECK ((max_balance >= 0)),
  constraint tier_rules_min_balance_check CHECK ((min_balance >= 0)),
  constraint tier_rules_single_limit_check CHECK ((single_limit >= 0)),
  constraint tier_rules_tier_check CHECK (((tier >= 1) AND (tier <= 3))),
  constraint tier_rules_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);

create table top_wallets (
  tenant integer not null,
  month date not null,
  wallet bigint not null,
  amount bigint not null,
  constraint top_wallets_pkey PRIMARY KEY (tenant, month, wallet)
);

create table transaction_days (
  tenant integer not null,
  day date not null,
  kind text not null,
  n bigint not null,
  amount bigint not null,
  fee_base bigint not null,
  fee_merchant bigint not null,
  constraint transaction_days_pkey PRIMARY KEY (tenant, day, kind)
);

create table transaction_hours (
  tenant integer not null,
  day date not null,
  hour smallint not null,
  n bigint not null,
  constraint transaction_hours_pkey PRIMARY KEY (tenant, day, hour),
  constraint transaction_hours_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);

create table transactions (
  tenant integer not null,
  id uuid not null,
  journal bigint,
  reference text not null,
  kind text not null,
  status text not null,
  failure text,
  batch uuid,
  source bigint not null,
  source_seq bigint,
  destination bigint not null,
  destination_seq bigint,
  amount bigint not null,
  fee_base bigint not null default 0,
  fee_merchant bigint not null default 0,
  description text,
  metadata jsonb,
  actor text not null,
  at timestamp with time zone not null,
  narration text,
  note text,
  reversal_of uuid,
  actor_name text,
  address text,
  request_id text,
  constraint transactions_pkey PRIMARY KEY (tenant, id),
  constraint transactions_amount_check CHECK ((amount > 0)),
  constraint transactions_fee_base_check CHECK ((fee_base >= 0)),
  constraint transactions_fee_merchant_check CHECK ((fee_merchant >= 0)),
  constraint transactions_linked CHECK (((journal IS NULL) = ((source_seq IS NULL) OR (destination_seq IS NULL)))),
  constraint transactions_posted CHECK (((status = 'success'::text) = (journal IS NOT NULL))),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['success'::text, 'failed'::text, 'pending'::text])))
);
CREATE INDEX transactions_called ON public.transactions USING btree (tenant, id) WHERE (request_id IS NOT NULL);
CREATE INDEX transactions_failed_destination ON public.transactions USING btree (tenant, destination, at, id) WHERE (status <> 'success'::text);
CREATE INDEX transactions_failed_newest ON public.transactions USING btree (tenant, at, id) WHERE (status <> 'success'::text);
CREATE INDEX transactions_failed_reference ON public.transactions USING btree (tenant, reference text_pattern_ops) WHERE (status <> 'success'::text);
CREATE INDEX transactions_failed_source ON public.transactions USING btree (tenant, source, at, id) WHERE (status <> 'success'::text);
CREATE INDEX transactions_journal ON public.transactions USING btree (journal) WHERE (journal IS NOT NULL);
CREATE INDEX transactions_newest ON public.transactions USING btree (tenant, kind, at, id);
CREATE UNIQUE INDEX transactions_posted_reference ON public.transactions USING btree (tenant, reference text_pattern_ops) WHERE (status = 'success'::text);
CREATE UNIQUE INDEX transactions_reversal ON public.transactions USING btree (tenant, reversal_of) WHERE ((reversal_of IS NOT NULL) AND (status = 'success'::text));
CREATE TRIGGER transactions_append_only BEFORE DELETE OR UPDATE ON public.transactions FOR EACH ROW WHEN ((old.status = 'success'::text)) EXECUTE FUNCTION refuse_change_of_posted();
CREATE TRIGGER transactions_never_emptied BEFORE TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transactions_refused AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.status = 'failed'::text)) EXECUTE FUNCTION count_refused_payment();

create table two_factors (
  user_id uuid not null,
  secret_sealed bytea not null,
  last_step bigint not null default 0,
  enabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint two_factors_pkey PRIMARY KEY (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id uuid not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone_number text,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  email_confirmed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK ((email = lower(email)))
);

create table wallet_count_deltas (
  tenant integer not null,
  tier smallint not null,
  frozen boolean not null,
  delta integer not null,
  id uuid not null default gen_random_uuid(),
  constraint wallet_count_deltas_pkey PRIMARY KEY (tenant, id)
);

create table wallet_counts (
  tenant integer not null,
  tier smallint not null,
  frozen boolean not null,
  n bigint not null,
  constraint wallet_counts_pkey PRIMARY KEY (tenant, tier, frozen)
);

create table wallet_day_deltas (
  tenant integer not null,
  day date not null,
  id uuid not null default gen_random_uuid(),
  constraint wallet_day_deltas_pkey PRIMARY KEY (tenant, id)
);

create table wallet_days (
  tenant integer not null,
  day date not null,
  n bigint not null,
  constraint wallet_days_pkey PRIMARY KEY (tenant, day)
);

create table wallet_import_rows (
  tenant integer not null,
  import uuid not null,
  "row" integer not null,
  status text not null default 'pending'::text,
  cells_sealed bytea not null,
  name text not null,
  phone_number text not null,
  customer uuid not null,
  wallet uuid,
  twin uuid,
  reason text,
  tries integer not null default 0,
  unanswered_since timestamp with time zone,
  constraint wallet_import_rows_pkey PRIMARY KEY (tenant, import, "row"),
  constraint wallet_import_rows_row_check CHECK (("row" > 0)),
  constraint wallet_import_rows_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'created'::text, 'skipped'::text]))),
  constraint wallet_import_rows_tenant_import_fkey FOREIGN KEY (tenant, import) REFERENCES wallet_imports(tenant, id)
);
CREATE INDEX wallet_import_rows_frozen ON public.wallet_import_rows USING btree (tenant, import, "row") WHERE ((status = 'created'::text) AND (reason IS NOT NULL));
CREATE INDEX wallet_import_rows_pending ON public.wallet_import_rows USING btree (tenant, import, tries, "row") WHERE (status = 'pending'::text);
CREATE INDEX wallet_import_rows_skipped ON public.wallet_import_rows USING btree (tenant, import, "row") WHERE (status = 'skipped'::text);

create table wallet_imports (
  tenant integer not null,
  id uuid not null,
  status text not null,
  columns text[] not null,
  total integer not null default 0,
  created integer not null default 0,
  skipped integer not null default 0,
  creator_name text not null,
  request_id text not null,
  lease uuid,
  leased_until timestamp with time zone,
  turn_at timestamp with time zone,
  pauses integer not null default 0,
  paused_until timestamp with time zone,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  file_name text,
  frozen integer not null default 0,
  constraint wallet_imports_pkey PRIMARY KEY (tenant, id),
  constraint wallet_imports_check CHECK (((created >= 0) AND (skipped >= 0) AND ((created + skipped) <= total))),
  constraint wallet_imports_check1 CHECK (((frozen >= 0) AND (frozen <= created))),
  constraint wallet_imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint wallet_imports_status_check CHECK ((status = ANY (ARRAY['receiving'::text, 'pending'::text, 'processing'::text, 'completed'::text, 'partially_completed'::text, 'failed'::text]))),
  constraint wallet_imports_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX wallet_imports_newest ON public.wallet_imports USING btree (tenant, created_at DESC, id DESC) WHERE (status <> 'receiving'::text);
CREATE INDEX wallet_imports_open ON public.wallet_imports USING btree (created_at) WHERE (status = ANY (ARRAY['receiving'::text, 'pending'::text, 'processing'::text]));
CREATE INDEX wallet_imports_turns ON public.wallet_imports USING btree (tenant, turn_at DESC NULLS LAST);

create table wallet_levels (
  tenant integer not null,
  tier smallint not null,
  range smallint not null,
  wallets integer not null,
  balance bigint not null,
  near_max_balance integer not null,
  near_daily_limit integer not null,
  constraint wallet_levels_pkey PRIMARY KEY (tenant, tier, range)
);

create table wallet_months (
  tenant integer not null,
  month date not null,
  wallet bigint not null,
  n bigint not null,
  amount bigint not null,
  created date,
  week date,
  constraint wallet_months_pkey PRIMARY KEY (tenant, month, wallet)
) with (fillfactor=70);

create table wallet_notes (
  tenant integer not null,
  id uuid not null,
  customer_id uuid not null,
  author_id text not null,
  author_name text not null,
  body text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint wallet_notes_pkey PRIMARY KEY (tenant, id),
  constraint wallet_notes_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 1000))),
  constraint wallet_notes_tenant_customer_id_fkey FOREIGN KEY (tenant, customer_id) REFERENCES wallets(tenant, customer_id),
  constraint wallet_notes_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX wallet_notes_of_wallet ON public.wallet_notes USING btree (tenant, customer_id, id) WHERE (removed_at IS NULL);
CREATE INDEX wallet_notes_words ON public.wallet_notes USING gin (tenant, to_tsvector('simple'::regconfig, search_text(body))) WHERE (removed_at IS NULL);

create table wallet_tags (
  tenant integer not null,
  account_id bigint not null,
  tag text not null,
  constraint wallet_tags_pkey PRIMARY KEY (tenant, account_id, tag),
  constraint wallet_tags_tenant_account_id_fkey FOREIGN KEY (tenant, account_id) REFERENCES wallets(tenant, account_id)
);
CREATE INDEX wallet_tags_by_tag ON public.wallet_tags USING btree (tenant, tag, account_id);

create table wallet_weeks (
  tenant integer not null,
  week date not null,
  wallet bigint not null,
  constraint wallet_weeks_pkey PRIMARY KEY (tenant, week, wallet)
);

create table wallets (
  tenant integer not null,
  id uuid not null,
  account_id bigint not null,
  customer_id uuid,
  account_number text not null,
  account_name text not null,
  email text not null,
  freeze_cause text,
  freeze_reason text,
  frozen_at timestamp with time zone,
  pin_hash text,
  pin_set_at timestamp with time zone,
  post_no_credit_at timestamp with time zone,
  post_no_credit_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  pin_failures smallint not null default 0,
  pin_locked_until timestamp with time zone,
  pin_is_keyed boolean not null default false,
  post_no_credit_by text,
  constraint wallets_pkey PRIMARY KEY (tenant, id),
  constraint wallets_account_number_key UNIQUE (account_number, tenant),
  constraint wallets_tenant_account_id_key UNIQUE (tenant, account_id),
  constraint wallets_tenant_customer_id_key UNIQUE (tenant, customer_id),
  constraint wallets_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text)),
  constraint wallets_check CHECK (((freeze_cause IS NULL) = (frozen_at IS NULL))),
  constraint wallets_freeze_cause_check CHECK ((freeze_cause = ANY (ARRAY['staff'::text, 'identity'::text]))),
  constraint wallets_pin_failures_check CHECK (((pin_failures >= 0) AND (pin_failures <= 5))),
  constraint wallets_tenant_account_id_fkey FOREIGN KEY (tenant, account_id) REFERENCES accounts(tenant, id),
  constraint wallets_tenant_customer_id_fkey FOREIGN KEY (tenant, customer_id) REFERENCES customers(tenant, id),
  constraint wallets_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX wallets_by_creation ON public.wallets USING btree (tenant, created_at, account_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX wallets_words ON public.wallets USING gin (to_tsvector('simple'::regconfig, account_name)) WHERE (customer_id IS NOT NULL);
CREATE TRIGGER wallets_counted AFTER INSERT ON public.wallets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_opened_wallets();

create table webhook_attempts (
  tenant integer not null,
  delivery_id uuid not null,
  n smallint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  url text not null,
  remote_address text,
  key_version integer not null,
  request_headers jsonb not null,
  http_status smallint,
  response_headers jsonb,
  response_body text,
  response_bytes integer,
  truncated boolean not null default false,
  repaired boolean not null default false,
  error_code text,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, n, tenant)
) partition by RANGE (delivery_id);

create table webhook_attempts_default (
  tenant integer not null,
  delivery_id uuid not null,
  n smallint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  url text not null,
  remote_address text,
  key_version integer not null,
  request_headers jsonb not null,
  http_status smallint,
  response_headers jsonb,
  response_body text,
  response_bytes integer,
  truncated boolean not null default false,
  repaired boolean not null default false,
  error_code text,
  constraint webhook_attempts_default_pkey PRIMARY KEY (delivery_id, n, tenant)
);

create table webhook_deliveries (
  tenant integer not null,
  id uuid not null,
  event_id uuid not null,
  kind text not null,
  subscription_id uuid,
  event_type text not null,
  reference text,
  status text not null,
  attempts smallint not null default 0,
  http_status smallint,
  response_ms integer,
  response text,
  error_code text,
  error_message text,
  next_retry_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  delivered_at timestamp with time zone,
  replay_of uuid,
  is_test boolean not null default false,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id, tenant),
  constraint webhook_deliveries_check CHECK (((kind = 'subscription'::text) = (subscription_id IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((status = 'success'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'callback'::text]))),
  constraint webhook_deliveries_result_check CHECK ((((status = ANY (ARRAY['retrying'::text, 'failed'::text])) = (error_code IS NOT NULL)) AND ((status = 'retrying'::text) = (next_retry_at IS NOT NULL)))) NOT VALID,
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'retrying'::text, 'success'::text, 'failed'::text])))
) partition by RANGE (id);
CREATE INDEX webhook_deliveries_by_reason ON ONLY public.webhook_deliveries USING btree (tenant, error_code, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL));
CREATE INDEX webhook_deliveries_by_subscription ON ONLY public.webhook_deliveries USING btree (tenant, subscription_id, id) WHERE (kind = 'subscription'::text);
CREATE INDEX webhook_deliveries_by_type ON ONLY public.webhook_deliveries USING btree (tenant, event_type, id) WHERE (kind = 'subscription'::text);
CREATE INDEX webhook_deliveries_event ON ONLY public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_failures ON ONLY public.webhook_deliveries USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL) AND (next_retry_at IS NULL));
CREATE INDEX webhook_deliveries_failures_of_subscription ON ONLY public.webhook_deliveries USING btree (tenant, subscription_id, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL) AND (next_retry_at IS NULL));
CREATE INDEX webhook_deliveries_failures_of_type ON ONLY public.webhook_deliveries USING btree (tenant, event_type, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL) AND (next_retry_at IS NULL));
CREATE INDEX webhook_deliveries_newest ON ONLY public.webhook_deliveries USING btree (tenant, id) WHERE (kind = 'subscription'::text);
CREATE INDEX webhook_deliveries_replays ON ONLY public.webhook_deliveries USING btree (replay_of) WHERE (replay_of IS NOT NULL);
CREATE INDEX webhook_deliveries_retries ON ONLY public.webhook_deliveries USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND (next_retry_at IS NOT NULL));
CREATE INDEX webhook_deliveries_tests ON ONLY public.webhook_deliveries USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND is_test);
CREATE INDEX webhook_deliveries_without_error ON ONLY public.webhook_deliveries USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NULL));

create table webhook_deliveries_default (
  tenant integer not null,
  id uuid not null,
  event_id uuid not null,
  kind text not null,
  subscription_id uuid,
  event_type text not null,
  reference text,
  status text not null,
  attempts smallint not null default 0,
  http_status smallint,
  response_ms integer,
  response text,
  error_code text,
  error_message text,
  next_retry_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  delivered_at timestamp with time zone,
  replay_of uuid,
  is_test boolean not null default false,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_default_pkey PRIMARY KEY (id, tenant),
  constraint webhook_deliveries_check CHECK (((kind = 'subscription'::text) = (subscription_id IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((status = 'success'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'callback'::text]))),
  constraint webhook_deliveries_result_check CHECK ((((status = ANY (ARRAY['retrying'::text, 'failed'::text])) = (error_code IS NOT NULL)) AND ((status = 'retrying'::text) = (next_retry_at IS NOT NULL)))) NOT VALID,
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'retrying'::text, 'success'::text, 'failed'::text])))
) with (fillfactor=50);
CREATE INDEX webhook_deliveries_default_event_id_idx ON public.webhook_deliveries_default USING btree (event_id);
CREATE INDEX webhook_deliveries_default_replay_of_idx ON public.webhook_deliveries_default USING btree (replay_of) WHERE (replay_of IS NOT NULL);
CREATE INDEX webhook_deliveries_default_tenant_error_code_id_idx ON public.webhook_deliveries_default USING btree (tenant, error_code, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL));
CREATE INDEX webhook_deliveries_default_tenant_event_type_id_idx ON public.webhook_deliveries_default USING btree (tenant, event_type, id) WHERE (kind = 'subscription'::text);
CREATE INDEX webhook_deliveries_default_tenant_id_idx ON public.webhook_deliveries_default USING btree (tenant, id) WHERE (kind = 'subscription'::text);
CREATE INDEX webhook_deliveries_default_tenant_id_idx1 ON public.webhook_deliveries_default USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND is_test);
CREATE INDEX webhook_deliveries_default_tenant_subscription_id_id_idx ON public.webhook_deliveries_default USING btree (tenant, subscription_id, id) WHERE (kind = 'subscription'::text);
CREATE INDEX webhook_deliveries_failures_default ON public.webhook_deliveries_default USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL) AND (next_retry_at IS NULL));
CREATE INDEX webhook_deliveries_failures_of_subscription_default ON public.webhook_deliveries_default USING btree (tenant, subscription_id, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL) AND (next_retry_at IS NULL));
CREATE INDEX webhook_deliveries_failures_of_type_default ON public.webhook_deliveries_default USING btree (tenant, event_type, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NOT NULL) AND (next_retry_at IS NULL));
CREATE INDEX webhook_deliveries_retries_default ON public.webhook_deliveries_default USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND (next_retry_at IS NOT NULL));
CREATE INDEX webhook_deliveries_without_error_default ON public.webhook_deliveries_default USING btree (tenant, id) WHERE ((kind = 'subscription'::text) AND (error_code IS NULL));

create table webhook_events (
  tenant integer not null,
  id uuid not null,
  type text not null,
  reference text,
  body text not null,
  webhook_mode text not null,
  fanout jsonb not null,
  at timestamp with time zone not null,
  traceparent text,
  constraint webhook_events_pkey PRIMARY KEY (id, tenant),
  constraint webhook_events_webhook_mode_check CHECK ((webhook_mode = ANY (ARRAY['LEGACY'::text, 'SUBSCRIPTIONS'::text, 'BOTH'::text])))
) partition by RANGE (id);
CREATE INDEX webhook_events_by_type ON ONLY public.webhook_events USING btree (tenant, type, id);
CREATE INDEX webhook_events_newest ON ONLY public.webhook_events USING btree (tenant, id);
CREATE INDEX webhook_events_reference ON ONLY public.webhook_events USING btree (tenant, reference) WHERE (reference IS NOT NULL);
CREATE TRIGGER webhook_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.webhook_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table webhook_events_default (
  tenant integer not null,
  id uuid not null,
  type text not null,
  reference text,
  body text not null,
  webhook_mode text not null,
  fanout jsonb not null,
  at timestamp with time zone not null,
  traceparent text,
  constraint webhook_events_default_pkey PRIMARY KEY (id, tenant),
  constraint webhook_events_webhook_mode_check CHECK ((webhook_mode = ANY (ARRAY['LEGACY'::text, 'SUBSCRIPTIONS'::text, 'BOTH'::text])))
);
CREATE INDEX webhook_events_default_tenant_id_idx ON public.webhook_events_default USING btree (tenant, id);
CREATE INDEX webhook_events_default_tenant_reference_idx ON public.webhook_events_default USING btree (tenant, reference) WHERE (reference IS NOT NULL);
CREATE INDEX webhook_events_default_tenant_type_id_idx ON public.webhook_events_default USING btree (tenant, type, id);

create table webhook_hours (
  tenant integer not null,
  subscription_id uuid not null,
  hour timestamp with time zone not null,
  error_code text not null default ''::text,
  success integer not null default 0,
  failed integer not null default 0,
  retried integer not null default 0,
  answers integer not null default 0,
  total_ms bigint not null default 0,
  max_ms integer not null default 0,
  constraint webhook_hours_pkey PRIMARY KEY (tenant, subscription_id, hour, error_code)
) with (fillfactor=70);

create table webhook_jobs (
  delivery_id uuid not null,
  tenant integer not null,
  target_id uuid,
  event_id uuid not null,
  due_at timestamp with time zone not null,
  attempt smallint not null default 1,
  gate smallint not null default 0,
  lease uuid,
  claims smallint not null default 0,
  replay_of uuid,
  made_at timestamp with time zone not null,
  constraint webhook_jobs_pkey PRIMARY KEY (delivery_id, tenant),
  constraint webhook_jobs_gate_check CHECK (((gate >= 0) AND (gate <= 2)))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX webhook_jobs_due_of_tenant ON public.webhook_jobs USING btree (tenant, due_at);
CREATE UNIQUE INDEX webhook_jobs_open_replay ON public.webhook_jobs USING btree (replay_of, tenant) WHERE (replay_of IS NOT NULL);

create table webhook_replay_items (
  replay uuid not null,
  subscription_id uuid not null,
  delivery_id uuid not null,
  tenant integer not null default 0,
  constraint webhook_replay_items_pkey PRIMARY KEY (replay, subscription_id, delivery_id, tenant)
);

create table webhook_replays (
  tenant integer not null,
  id uuid not null,
  status text not null default 'running'::text,
  total integer not null,
  replayed integer not null default 0,
  skipped jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint webhook_replays_pkey PRIMARY KEY (tenant, id),
  constraint webhook_replays_id_key UNIQUE (id, tenant),
  constraint webhook_replays_check CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  constraint webhook_replays_replayed_check CHECK ((replayed >= 0)),
  constraint webhook_replays_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'cancelled'::text, 'failed'::text]))),
  constraint webhook_replays_total_check CHECK ((total >= 0)),
  constraint webhook_replays_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE UNIQUE INDEX webhook_replays_one_running ON public.webhook_replays USING btree (tenant) WHERE (status = 'running'::text);

create table webhook_stat_deltas (
  id bigint not null generated always as identity,
  tenant integer not null,
  subscription_id uuid not null,
  at timestamp with time zone not null,
  failing_from timestamp with time zone,
  error_code text not null default ''::text,
  success integer not null default 0,
  failed integer not null default 0,
  retried integer not null default 0,
  answers integer not null default 0,
  total_ms bigint not null default 0,
  max_ms integer not null default 0,
  constraint webhook_stat_deltas_pkey PRIMARY KEY (id, tenant)
);

create table webhook_subscriptions (
  tenant integer not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null default true,
  failing_since timestamp with time zone,
  last_error_code text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  secret_sealed bytea,
  previous_secret_sealed bytea,
  previous_secret_until timestamp with time zone,
  verify_endpoint boolean not null default false,
  verified_at timestamp with time zone,
  overflow text not null default 'fail'::text,
  constraint webhook_subscriptions_pkey PRIMARY KEY (tenant, id),
  constraint webhook_subscriptions_id_key UNIQUE (id, tenant),
  constraint webhook_subscriptions_events_check CHECK ((cardinality(events) > 0)),
  constraint webhook_subscriptions_overflow_check CHECK ((overflow = ANY (ARRAY['fail'::text, 'queue'::text]))),
  constraint webhook_subscriptions_previous_secret CHECK (((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_subscriptions_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048))),
  constraint webhook_subscriptions_tenant_fkey FOREIGN KEY (tenant) REFERENCES tenants(id)
);
CREATE INDEX webhook_subscriptions_live ON public.webhook_subscriptions USING btree (tenant, id DESC) WHERE (deleted_at IS NULL);
CREATE TRIGGER webhook_subscriptions_keep_their_url BEFORE UPDATE ON public.webhook_subscriptions FOR EACH ROW WHEN ((old.url <> new.url)) EXECUTE FUNCTION refuse_new_url();
CREATE TRIGGER webhook_subscriptions_never_deleted BEFORE DELETE OR TRUNCATE ON public.webhook_subscriptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table webhook_targets (
  id uuid not null,
  tenant integer not null,
  made bigint[] not null default '{}'::bigint[],
  sent bigint[] not null default '{}'::bigint[],
  constraint webhook_targets_pkey PRIMARY KEY (id, tenant)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

CREATE OR REPLACE FUNCTION public.count_card_authorization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into card_day_deltas
    values (old.tenant, (old.created_at at time zone 'Africa/Lagos')::date,
      case when old.decline_code is null then 'authorized' else 'declined' end, coalesce(old.decline_code, ''), -1, -old.amount);
  end if;
  insert into card_day_deltas
  values (new.tenant, (new.created_at at time zone 'Africa/Lagos')::date,
    case when new.decline_code is null then 'authorized' else 'declined' end, coalesce(new.decline_code, ''), 1, new.amount);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_card_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into card_day_deltas
  values (new.tenant, (new.received_at at time zone 'Africa/Lagos')::date,
    case new.kind when 'clear' then 'cleared' when 'refund' then 'refunded' else 'authorized' end, '',
    case new.kind when 'increment' then 0 else 1 end, new.amount);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_new_wallets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into wallet_count_deltas (tenant, tier, frozen, delta)
  select tenant, tier, frozen, count(*) from added where kind = 'wallet' group by 1, 2, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_opened_wallets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into wallet_day_deltas (tenant, day)
  select tenant, (created_at at time zone 'Africa/Lagos')::date from added where customer_id is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_payout_failures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('failed', 'cancelled', 'reversed') then
    insert into failure_deltas
    values (old.tenant, (old.created_at at time zone 'Africa/Lagos')::date, 'payout', coalesce(old.code, old.state), -1);
  end if;
  if new.state in ('failed', 'cancelled', 'reversed') then
    insert into failure_deltas
    values (new.tenant, (new.created_at at time zone 'Africa/Lagos')::date, 'payout', coalesce(new.code, new.state), 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_refused_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into failure_deltas
  values (new.tenant, (new.at at time zone 'Africa/Lagos')::date, 'transaction', coalesce(new.failure, ''), 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_rejected_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into failure_deltas
    select tenant, (new.created_at at time zone 'Africa/Lagos')::date, 'batch', coalesce(reason_code, ''), count(*)
    from batch_items where tenant = new.tenant and batch = new.id and reason is not null group by tenant, reason_code;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_wallets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into wallet_count_deltas values (old.tenant, old.tier, old.frozen, -1), (new.tenant, new.tier, new.frozen, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_webhook_partition(parent text, suffix text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
begin
  if parent not in ('webhook_events', 'webhook_deliveries', 'webhook_attempts') or suffix !~ '^\d{8}$' then
    raise exception 'no partition %_%', parent, suffix using errcode = 'invalid_parameter_value';
  end if;
  execute format('drop table if exists %I', parent || '_' || suffix);
end $function$;

CREATE OR REPLACE FUNCTION public.entries_sum_to_zero()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare bad bigint;
begin
  select journal into bad from (select journal, tenant from added group by journal, tenant having sum(delta) <> 0) x limit 1;
  if bad is not null then
    raise exception 'entries of journal % do not sum to zero', bad using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_name_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into name_words
  select distinct a.tenant, w.word from added a cross join lateral string_to_table(a.search_name, ' ') as w (word)
  where w.word <> '' order by 1, 2
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_webhook_partition(parent text, suffix text, low uuid, high uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  key text := case parent when 'webhook_events' then 'id' when 'webhook_deliveries' then 'id' when 'webhook_attempts' then 'delivery_id' end;
  partition text := parent || '_' || suffix;
begin
  if key is null or suffix !~ '^\d{8}$' then
    raise exception 'no partition %', partition using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(partition) is not null then
    return false;
  end if;
  execute format('lock table only %I in access exclusive mode', parent);
  execute format('lock table %I in access exclusive mode', parent || '_default');
  -- Another worker may have created it meanwhile.
  if to_regclass(partition) is not null then
    return false;
  end if;
  execute format('create table %I (like %I including all)', partition, parent);
  if parent = 'webhook_deliveries' then
    execute format('alter table %I set (fillfactor = 50)', partition);
  end if;
  execute format(
    'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent || '_default', key, low, key, high, partition);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, low, high);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_card_authorization(of_tenant integer, of_card uuid, of_amount bigint, since_day timestamp with time zone, since_month timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  card cards;
  spent_today bigint;
  spent_this_month bigint;
begin
  select * into card from cards where tenant = of_tenant and id = of_card for share;
  if card.daily_limit is not null or card.monthly_limit is not null then
    with recursive lineage (id, replaces) as (
      select of_card, card.replaces
      union all
      select former.id, former.replaces from lineage cross join lateral (
        select o.id, o.replaces from cards o where o.tenant = of_tenant and o.id = lineage.replaces offset 0
      ) former
    )
    select coalesce(sum(spent.today), 0), coalesce(sum(spent.this_month), 0)
    into spent_today, spent_this_month
    from lineage cross join lateral (
      select sum(a.held + a.cleared) filter (where a.created_at >= since_day) as today, sum(a.held + a.cleared) as this_month
      from card_authorizations a where a.tenant = of_tenant and a.card = lineage.id and a.created_at >= since_month
    ) spent;
  end if;
  if card.status is distinct from 'active' or card.locked_by_customer or card.locked_by_merchant or card.locked_by_issuer
    or of_amount > card.per_transaction_limit or spent_today + of_amount > card.daily_limit
    or spent_this_month + of_amount > card.monthly_limit then
    raise exception 'the card does not allow this authorization' using errcode = 'P0001', constraint = 'card_authorization_refused';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows of % are append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_posted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'posted transactions are append-only' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_new_url()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the URL of subscription % cannot change', old.id using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_possible_duplicate(of_tenant integer, of_source bigint, of_bank text, of_account text, of_amount bigint, since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from payouts where tenant = of_tenant and source = of_source and bank_code = of_bank and account_number = of_account
      and amount = of_amount and created_at > since and state not in ('failed', 'cancelled')
  ) then
    raise exception 'the same payment was made just before' using errcode = 'P0001', constraint = 'payouts_possible_duplicate';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_second_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'approval % is decided', old.id using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.search_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(regexp_replace(regexp_replace(NORMALIZE(value, NFD), '[̀-ͯ''’ʼ]'::text, ''::text, 'g'::text), '[-_.,\s]+'::text, ' '::text, 'g'::text)), 'ɓɗƙƴ'::text, 'bdky'::text);
