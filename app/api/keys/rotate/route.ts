import { settings } from "../../../../lib/server/env.ts";
import { rotateKeys } from "../../../../lib/server/key-door.ts";

export function POST(request: Request): Promise<Response> {
  return rotateKeys(request, settings());
}
