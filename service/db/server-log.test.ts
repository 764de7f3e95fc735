import { expect, it } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { inTransaction } from "./pool.ts";
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
])("a server with %s is named", async (setting, found) => {
  expect(await problemWith(setting)).toContain(found);
});

it("slow statements without their parameters are no problem", async () => {
  expect(await problemWith("log_min_duration_statement = 500", "log_parameter_max_length = 0")).toBeNull();
});

async function problemWith(...settings: string[]): Promise<string | null> {
  return await inTransaction(database.pool, async (tx) => {
    for (const setting of settings) await tx.query(`set local ${setting}`);
    return await findLogProblem(tx);
  });
}
