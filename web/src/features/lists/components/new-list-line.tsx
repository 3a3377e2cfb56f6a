import { type SyntheticEvent, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { TextField } from '~shared/ui/field'
import { NAME } from '../limits'

interface Props {
  create: (name: string) => Promise<unknown>
  isCreating: boolean
}

/** A list is made by its name alone; what else there is to say of it has time. */
export function NewListLine({ create, isCreating }: Props) {
  const t = useT()
  const [name, setName] = useState('')
  const isNamed = name.trim().length >= NAME.shortest
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isNamed || isCreating) return
    // What failed is said by whoever creates, and the name stays for another try.
    await create(name.trim()).then(
      () => setName(''),
      () => {},
    )
  }
  return (
    <form className="flex items-end gap-2 border-t border-line pt-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('lists.new')}
        placeholder={t('lists.hint.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={NAME.longest}
        autoComplete="off"
        className="grow"
      />
      <Button type="submit" look="secondary" size="lg" busy={isCreating} disabled={!isNamed || isCreating}>
        {t('lists.adding.submit')}
      </Button>
    </form>
  )
}
