drop index wallet_months_by_amount;
