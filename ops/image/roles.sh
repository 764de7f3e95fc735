#!/bin/sh
# Run once by the image of PostgreSQL, on an empty database: the role of the service, which owns nothing, and the sandbox bank's (docs/operations.md).
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -v runtime="$RUNTIME_PASSWORD" -v bank="$BANK_PASSWORD" <<'SQL'
create role wallet_runtime login nosuperuser nocreatedb nocreaterole password :'runtime';
create role sandbox_bank login nosuperuser nocreatedb nocreaterole password :'bank';
create schema sandbox_bank authorization sandbox_bank;
create schema sandbox_issuer authorization sandbox_bank;
SQL
