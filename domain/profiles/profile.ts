/** The longest text each contact field takes, in characters. SPEC names no limits; they are ours. */
export const contactMaxLengths = {
  name: 200,
  address: 500,
  phone: 40,
  email: 254,
  contact_name: 200,
  contact_title: 200,
} as const;

/**
 * The texts of a form that are saved: trimmed, and only those that are not blank (SPEC section 5).
 * A field that is left out keeps what is stored.
 */
export function nonEmptyValues<Field extends string>(
  values: Partial<Record<Field, string | null>>,
): Partial<Record<Field, string>> {
  const kept: Partial<Record<Field, string>> = {};
  for (const field of Object.keys(values) as Field[]) {
    const text = values[field]?.trim();
    if (text) kept[field] = text;
  }
  return kept;
}

export type Completion<Item extends string> = {
  /** 0 to 100, rounded. */
  percent: number;
  items: { item: Item; filled: boolean }[];
};

/** The share of filled items (SPEC section 9), given in the order they are shown. */
export function completionOf<Item extends string>(
  items: { item: Item; filled: boolean }[],
): Completion<Item> {
  const filled = items.filter((one) => one.filled).length;
  return { percent: Math.round((filled * 100) / items.length), items };
}

/** Whether a text field or a stored file path holds anything. */
export function isFilled(text: string | null | undefined): boolean {
  return Boolean(text?.trim());
}
