import account from '../../../locales/ru/account.json'
import errors from '../../../locales/ru/errors.json'
import forms from '../../../locales/ru/forms.json'
import signIn from '../../../locales/ru/signIn.json'

export default { account, errors, forms, signIn }
