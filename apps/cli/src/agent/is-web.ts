/** Whether this is an address of the web: what else a browser would show is no page of a site. */
export const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
