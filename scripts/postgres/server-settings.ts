/**
 * Settings of every PostgreSQL server of the product: the embedded one, that of `compose.yaml` and those of `ops/patroni.yml`, as
 * `scripts/manifests.test.ts` holds. A server of your own needs them too (docs/operations.md, Settings of PostgreSQL). Decision 0219.
 */
export const SERVER_SETTINGS = {
  jit: "off",
  wal_compression: "pglz",
  // Until autovacuum analyzes it, a table that has just grown is planned as if it were still small.
  autovacuum_naptime: "5s",
  max_wal_size: "4GB",
  // The index of entries is written at random places. With 128 MB its pages are read again from the operating system after a million rows.
  shared_buffers: "1GB",
  max_connections: "200",
  // Error details and parameters quote rows: phone numbers, names and sealed values.
  log_error_verbosity: "terse",
  log_parameter_max_length_on_error: "0",
  log_min_error_statement: "panic",
};
