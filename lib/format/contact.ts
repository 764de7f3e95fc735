/** A Nigerian mobile number as people write it, and an e-mail address: what the contract takes, for forms that do without it. */
export const MOBILE = /^[\s().-]*(\+?2[\s().-]*3[\s().-]*4|0)([\s().-]*\d){10}[\s().-]*$/;
export const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
