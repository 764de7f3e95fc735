/** Texts about the input of a restricted key. */
export const restrictedKeyTexts = {
  notAnAddress: "is not an address or a range such as 203.0.113.0/24",
  tooWide: "is wider than /8 (IPv6: /16); leave the list empty to allow every address",
  endInPast: "must be in the future",
};
