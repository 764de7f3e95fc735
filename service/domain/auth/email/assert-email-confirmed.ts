import { findUser } from "../../../db/auth/users.ts";
import type { Queryable } from "../../../db/pool.ts";
import { Failure } from "../../failure.ts";

/** Before this person sends mail in our name or acts for a business. Decision 0076. @throws `email_unconfirmed` */
export async function assertEmailConfirmed(db: Queryable, userId: string): Promise<void> {
  const user = await findUser(db, userId);
  if (!user?.emailConfirmedAt) throw new Failure("email_unconfirmed");
}
