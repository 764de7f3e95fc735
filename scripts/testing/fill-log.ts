import pg from "pg";

const FILE_MIB = 16;
const FILES = 128;

/**
 * Writes 2 GiB to the write-ahead log of a new server and makes it reuse their files, as a server does that has run for a while. A new
 * server creates each file when it needs it, and every transaction waits 30 to 50 ms for that, once a second under load.
 */
export async function fillLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const write = `select count(pg_logical_emit_message(false, 'bench', repeat('x', 1048576))) from generate_series(1, ${FILE_MIB})`;
  for (let file = 0; file < FILES; file += 1) await client.query(write);
  await client.query("checkpoint");
  await client.end();
}
