-- The kinds of requests of cards and of batches together: each migration before this one listed only its own.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch', 'reversal', 'batch_reversal',
    'card_fund', 'card_unload'));
