-- Requests to fund and unload prepaid cards. Cards 2.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('transfer', 'credit', 'debit', 'batch', 'upload', 'payout', 'payout_batch', 'reversal', 'batch_reversal',
    'card_fund', 'card_unload'));
