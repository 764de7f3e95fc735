-- What happens to deliveries beyond 100 a minute: they fail (Spec 6.5), or they wait for the next free place. Decision 0121.
alter table webhook_subscriptions add column overflow text not null default 'fail' check (overflow in ('fail', 'queue'));
