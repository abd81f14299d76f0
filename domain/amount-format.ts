const groups = /\B(?=(\d{3})+(?!\d))/g;

/** "1500.00" → "1,500.00". The decimal string of the wire, grouped; never through a float. */
export function groupedAmount(decimal: string): string {
  const [whole = '0', fraction = '00'] = decimal.split('.');
  return `${whole.replace(groups, ',')}.${fraction}`;
}
