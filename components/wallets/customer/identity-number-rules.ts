import { ElevenDigits } from "../../../contract/values.ts";

export function isElevenDigits(text: string): boolean {
  return ElevenDigits.safeParse(text).success;
}
