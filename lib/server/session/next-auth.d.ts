import type { Session as OwnSession } from "../../permissions.ts";
import type { SessionToken } from "./session-cookie.ts";

declare module "next-auth" {
  interface User extends SessionToken {
    id: string;
  }
  interface Session {
    user: OwnSession;
  }
}

declare module "next-auth/jwt" {
  interface JWT extends Partial<SessionToken> {}
}
