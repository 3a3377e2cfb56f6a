// Fills in large forms in tests. Testing Library's `findByRole` would take longer than the rest of the test.
import { fireEvent, waitFor } from '@testing-library/react'

const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const fieldLabelled = (label: RegExp): Promise<Field> =>
  waitFor(() => {
    const labels = [...document.getElementsByTagName('label')].filter((candidate) => label.test(textOf(candidate)))
    const [first, ...others] = labels
    if (!first) throw new Error(`no field is labelled ${String(label)}`)
    if (others.length > 0) throw new Error(`${labels.length} fields are labelled ${String(label)}`)
    const field = first.htmlFor ? document.getElementById(first.htmlFor) : first.querySelector('input, textarea, select')
    if (!field) throw new Error(`the label ${String(label)} has no field`)
    return field as Field
  })

/** Waits for the enabled button. */
export async function pressButton(name: string) {
  const button = await waitFor(() => {
    const buttons = [...document.getElementsByTagName('button')]
    const found = buttons.find((candidate) => (candidate.getAttribute('aria-label') ?? textOf(candidate)) === name && !candidate.disabled)
    if (!found) throw new Error(`no enabled button is named ${name}`)
    return found
  })
  fireEvent.click(button)
}

/** Leaves the field, which validates it. */
export function enter(field: HTMLElement, value: string) {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

export async function choose(select: HTMLElement, text: RegExp | string) {
  const matches = (option: HTMLOptionElement) => (typeof text === 'string' ? textOf(option) === text : text.test(textOf(option)))
  const option = await waitFor(() => {
    const found = [...(select as HTMLSelectElement).options].find(matches)
    if (!found) throw new Error(`no option is ${String(text)}`)
    return found
  })
  enter(select, option.value)
}
