"use client";

import { PlainProblem } from "../components/layout/plain-problem.tsx";

export default PlainProblem;
