import type { Campaign } from '~shared/api/types'

/** The point of the picture that is shown however it is cropped, as CSS has it. */
export const focusOf = ({ focusX, focusY }: Pick<Campaign, 'focusX' | 'focusY'>) => `${focusX}% ${focusY}%`
