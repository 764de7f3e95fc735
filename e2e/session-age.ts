import type { Page } from "@playwright/test";
import pg from "pg";

/** Lets the newest session of this person look like one that was opened 11 minutes ago. */
export async function ageNewestSession(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
  await client.connect();
  await client.query(
    `update sessions set proven_at = proven_at - interval '11 minutes' where id =
       (select s.id from sessions s join users u on u.id = s.user_id where u.email = $1 order by s.created_at desc limit 1)`,
    [email],
  );
  await client.end();
}

/** Ends the session of this page, as an administrator of the platform would, in every process of the service. */
export async function endSessionOf(page: Page): Promise<void> {
  // Other tests may sign the same person in at the same time, so it is not simply the newest one.
  const id = await page.evaluate(async () => {
    const reply = await fetch("/api/service/user/sessions");
    const { data } = (await reply.json()) as { data: { id: string; current: boolean }[] };
    return data.find(({ current }) => current)?.id;
  });
  if (id === undefined) throw new Error("The page has no session.");
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
  await client.connect();
  await client.query(
    `with ended as (
       update sessions set revoked_at = now(), revoked_because = 'ended by a test' where id = $1 returning id
     )
     select pg_notify('caller_revoked', 'session ' || id) from ended`,
    [id],
  );
  await client.end();
}
