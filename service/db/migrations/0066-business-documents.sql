-- Documents of a merchant's business, for the review before it goes live. Of the merchant, in both modes. Decision 0127.
create table business_documents (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  kind text not null check (kind in ('certificateOfIncorporation', 'proofOfAddress', 'directorId')),
  state text not null default 'uploaded' check (state in ('uploaded', 'under_review', 'accepted', 'refused')),
  -- False while the content is still arriving: nobody sees the document then.
  is_complete boolean not null default false,
  file_name text not null,
  content_type text not null default '',
  bytes integer not null default 0,
  sha256 bytea not null default '',
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  reason text
);
create unique index business_documents_of_merchant on business_documents (merchant_id, kind) where is_complete;
create index business_documents_receiving on business_documents (merchant_id) where not is_complete;
create index business_documents_under_review on business_documents (submitted_at) where is_complete and state = 'under_review';

-- The content, sealed in pieces of 64 KiB, so that no process holds a whole document.
create table business_document_chunks (
  document uuid not null references business_documents (id) on delete cascade,
  chunk integer not null,
  merchant_id uuid not null references merchants (id),
  sealed bytea not null,
  primary key (document, chunk)
);
