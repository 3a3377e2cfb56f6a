// Finds and fills in the fields of large forms in tests, faster than Testing Library.
import { fireEvent, waitFor } from '@testing-library/react'

// `findByRole` computes the role, visibility and name of every element. In a form of a hundred fields, this takes longer than the rest of
// the test. Roles and names are checked by tests with axe.

const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Waits for the field whose label matches. */
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

/** Waits for the enabled button with this name and presses it. */
export async function pressButton(name: string) {
  const button = await waitFor(() => {
    const buttons = [...document.getElementsByTagName('button')]
    const found = buttons.find((candidate) => (candidate.getAttribute('aria-label') ?? textOf(candidate)) === name && !candidate.disabled)
    if (!found) throw new Error(`no enabled button is named ${name}`)
    return found
  })
  fireEvent.click(button)
}

/** Replaces the text of a field at once, or chooses an option by its value, and leaves the field, which validates it. */
export function enter(field: HTMLElement, value: string) {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

/** Waits until a select has an option whose text matches, and chooses it. */
export async function choose(select: HTMLElement, text: RegExp | string) {
  const matches = (option: HTMLOptionElement) => (typeof text === 'string' ? textOf(option) === text : text.test(textOf(option)))
  const option = await waitFor(() => {
    const found = [...(select as HTMLSelectElement).options].find(matches)
    if (!found) throw new Error(`no option is ${String(text)}`)
    return found
  })
  enter(select, option.value)
}
