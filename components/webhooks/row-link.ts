/** The links that J and K move between in the list of deliveries. */
export const ROW_LINK = "a[data-delivery]";

export function findRowLink(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`a[data-delivery="${CSS.escape(id)}"]`) ?? null;
}
