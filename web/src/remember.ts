// Choices that outlive the page. A browser that forbids storage (a file opened by double click may) just forgets.
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`exactone.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`exactone.${key}`, value);
  } catch {
    // nothing to be done, and nothing lost but the choice
  }
}
