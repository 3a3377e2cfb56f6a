// The labels of the category form's inputs, by path: `fields.0.values.2.label.az`.
import { languageLabels } from '~admin/ui/language-fields'
import type { Translate } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { nameOfField } from './differences'
import type { AddOnValues, FieldValues } from './rules'

/** Returns the label of each add-on, which is the name of the product. */
export const labelsOfAddOns = (addOns: AddOnValues[]): Record<string, string> =>
  Object.fromEntries(addOns.map(({ name }, index) => [`addOns.${index}`, name]))

/** Returns the labels of all inputs of the fields. Each label says which field it belongs to. */
export function labelsOfFields(t: Translate, locale: Locale, fields: FieldValues[]): Record<string, string> {
  const labels = fields.flatMap((field, index) => {
    const path = `fields.${index}`
    const name = nameOfField(t, locale, field)
    const ofField = (label: string) => t('adminCategories.labelOf', { name, label })
    const ofValue = (number: number, label: string) => ofField(t('adminCategories.valueLabel', { number, label }))
    return [
      { [`${path}.key`]: ofField(t('adminCategories.label.key')), [`${path}.type`]: ofField(t('adminCategories.label.type')) },
      languageLabels(`${path}.name`, ofField(t('adminCategories.label.name'))),
      languageLabels(`${path}.unit`, ofField(t('adminCategories.label.unit'))),
      { [`${path}.values`]: ofField(t('adminCategories.values')) },
      ...field.values.map((_, place) => ({
        [`${path}.values.${place}.value`]: ofValue(place + 1, t('adminCategories.label.value')),
        ...languageLabels(`${path}.values.${place}.label`, ofValue(place + 1, t('adminCategories.label.label'))),
      })),
    ]
  })
  return Object.assign({}, ...labels) as Record<string, string>
}
