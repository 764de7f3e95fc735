import { configure } from "@testing-library/react";

// What is waited for comes as soon as it can: on a busy machine that is later than the second that the library gives it.
configure({ asyncUtilTimeout: 10_000 });
