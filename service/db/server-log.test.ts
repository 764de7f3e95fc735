import { expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { findLogProblem } from "./server-log.ts";

const database = useTestDatabase();

it("the log of the embedded server quotes no rows", async () => {
  expect(await findLogProblem(database.runtime.pool)).toBeNull();
});

it.each([
  ["log_error_verbosity = 'default'", "log_error_verbosity"],
  ["log_parameter_max_length_on_error = 100", "log_parameter_max_length_on_error"],
  ["log_min_duration_statement = 500", "log_parameter_max_length"],
  ["log_statement = 'all'", "log_parameter_max_length"],
  ["log_min_duration_statement = 500; set log_parameter_max_length = 0", null],
])("a server with %s is named", async (setting, found) => {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; set local ${setting.replace("; set", "; set local")}`);
    const problem = await findLogProblem(client);
    if (found === null) expect(problem).toBeNull();
    else expect(problem).toContain(found);
    await client.query("rollback");
  } finally {
    client.release();
  }
});
