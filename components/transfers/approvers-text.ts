import type { MovementPreview } from "../../contract/transfers.ts";

const SHOWN = 3;

/** Who must approve before money moves, in one sentence. `own`: the submitter's name. */
export function approversText({ required, approvers }: MovementPreview["approval"], own: string): string {
  if (!required) return "It is done at once; nobody has to approve it.";
  if (approvers.length === 0) return "Nobody in your team may approve this amount. Ask the main merchant.";
  if (approvers.length === 1 && approvers[0] === own) {
    return "Nobody else may approve this amount: you can, and it is recorded as approved by yourself.";
  }
  const names = approvers.slice(0, SHOWN);
  const rest = approvers.length - names.length;
  if (rest > 0) return `${names.join(", ")} or ${rest} more must approve. Nothing moves before that.`;
  const last = names.at(-1) ?? "";
  const text = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
  return `${text} must approve. Nothing moves before that.`;
}
