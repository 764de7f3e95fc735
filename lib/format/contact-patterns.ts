/**
 * Patterns for a Nigerian mobile number and an e-mail address, equal to the contract's, for forms that do not load its
 * schemas.
 */
export const MOBILE = /^[\s().-]*(\+?2[\s().-]*3[\s().-]*4|0)([\s().-]*\d){10}[\s().-]*$/;
export const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
