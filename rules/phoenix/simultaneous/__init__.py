"""What all have declared is carried out together (the switch `pace` is `sealed`)."""
