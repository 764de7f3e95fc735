-- Whether the PIN was hashed under SECRETS_KEY: ten thousand PINs are soon tried against a hash without a key.
alter table wallets add column pin_is_keyed boolean not null default false;
