export const target: string
export const source: string
export function stamp(): string
