/** How many labels a monitor asks for or an agent has, and of how many characters. */
export const LABEL_LIMITS = { max: 50, maxItems: 10 };
