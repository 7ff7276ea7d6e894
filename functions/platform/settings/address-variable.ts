/** The variable of the stage that has the address of the service. */
export const ADDRESS_VARIABLE = 'publicUrl';
