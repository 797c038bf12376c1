/** Placeholder in the committed document for the service's URL, which each server replaces with its own. */
export const PLACEHOLDER_BASE_URL = "https://safety.example";
