/**
 * The replies that are rebuilt from their transaction, by the number that is stored with it. A number keeps its meaning: rows of a former
 * release have it for 48 hours. A reply that changes gets a new number, and the old one stays for one release. Decision 0164.
 */
export const ANSWER_SHAPES = { transfer: 1, accountTransfer: 2, credit: 3, debit: 4 } as const;

export type AnswerShape = (typeof ANSWER_SHAPES)[keyof typeof ANSWER_SHAPES];
