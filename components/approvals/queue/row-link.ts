/** The links that J and K move between in the approval queue. */
export const ROW_LINK = "a[data-approval]";

export function findRowLink(queue: HTMLElement | null, id: string): HTMLElement | null {
  return queue?.querySelector<HTMLElement>(`a[data-approval="${CSS.escape(id)}"]`) ?? null;
}
